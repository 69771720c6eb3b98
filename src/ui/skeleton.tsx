/** A placeholder for content that is loading; set its size by `className`. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton waiting block ${className}`} />;
}

/** Placeholders for a list that is loading, 2 to 6 items; `label` announces it once to screen readers. */
export function SkeletonList({
  count = 4,
  label,
  shape = 'row',
}: {
  count?: 2 | 3 | 4 | 5 | 6;
  label: string;
  /** `row`: artwork and two lines; `line`: a line of text. */
  shape?: 'row' | 'line';
}) {
  const items = Array.from({ length: count }, (_, index) => index);
  return (
    <output aria-busy="true" data-skeleton={count} className="block">
      <span className="sr-only">{label}</span>
      <div className="grid gap-5">
        {items.map((index) => (
          <Item key={index} shape={shape} />
        ))}
      </div>
    </output>
  );
}

function Item({ shape }: { shape: 'row' | 'line' }) {
  if (shape === 'line') return <Skeleton className="h-6 w-4/5" />;
  return (
    <span className="flex items-center gap-5">
      <Skeleton className="window w-16 shrink-0" />
      <span className="grid grow gap-3">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-4 w-4/5" />
      </span>
    </span>
  );
}
