/**
 * An SVG shape filled with a vertical gradient, for the pictures of the ladder; by default it fills the whole picture.
 */
export function GradientShape({
  id,
  colors,
  y = 0,
  height = 240,
  d,
}: {
  id: string;
  colors: readonly string[];
  y?: number;
  height?: number;
  /** A shape instead of the whole width. */
  d?: string;
}) {
  return (
    <>
      <linearGradient id={id} x2="0" y2="1">
        {colors.map((color, i) => (
          <stop key={color} offset={i / (colors.length - 1)} stopColor={color} />
        ))}
      </linearGradient>
      <path d={d ?? `M0 ${y}h320v${height}H0z`} fill={`url(#${id})`} />
    </>
  );
}
