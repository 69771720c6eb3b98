/** A part of a picture whose colour turns from top to bottom, in the hand of the sessions' skies; by default all of it. */
export function Shade({
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
