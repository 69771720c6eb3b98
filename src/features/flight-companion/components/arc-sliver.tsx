/** How far down the sliver the shown phase stands, then those that come after it; in per cent. */
const [SHOWN, ...AFTER] = [6, 40, 70, 96];

/**
 * What stays of the flight's arc beside an opened phase on a phone, at the left edge: the phase, and the next ones below
 * it. `after` is how many phases come after it; the line up to it is amber once the flight `hasReached` it.
 */
export function FlightArcSliver({ after, hasReached }: { after: number; hasReached: boolean }) {
  const dots = AFTER.slice(0, after);
  const end = dots.at(-1) ?? SHOWN;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed top-20 bottom-28 left-2.5 w-px [@media(min-width:38rem)]:hidden"
    >
      <span
        className={`absolute -top-2 w-0.5 -translate-x-1/2 ${hasReached ? 'bg-horizon' : 'bg-edge'}`}
        style={{ height: `calc(0.5rem + ${SHOWN}%)` }}
      />
      <span
        className="absolute w-px bg-edge"
        style={{ top: `${SHOWN}%`, height: `${end - SHOWN}%` }}
      />
      <span
        className={`absolute size-3 -translate-1/2 rounded-full ${hasReached ? 'bg-horizon shadow-[0_0_1.25rem_0.5rem_var(--glow)]' : 'border-2 border-edge bg-ground'}`}
        style={{ top: `${SHOWN}%` }}
      />
      {dots.map((at) => (
        <span
          key={at}
          className="absolute size-1.5 -translate-1/2 rounded-full bg-edge"
          style={{ top: `${at}%` }}
        />
      ))}
    </div>
  );
}
