import { useId, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

const WIDTH = 390;
const HEIGHT = 270;
const FLOOR = 236;
const EDGE = 32;
const levels = Array.from({ length: 11 }, (_, level) => level);

/** Returns the point of a level on the curve: slow at first, steep in the middle, still rising at the top. */
function getCurvePoint(level: number): [x: number, y: number] {
  const part = level / 10;
  const climb = 0.78 / (1 + Math.exp(-7 * (part - 0.48))) + 0.22 * part;
  return [EDGE + part * (WIDTH - 2 * EDGE), FLOOR - 8 - climb * 156];
}

/** Computes a Bézier handle: `from`, moved a sixth of the way along the chord between its neighbours. */
function computeBezierHandle(
  before: number[],
  from: number[],
  after: number[],
  sign: 1 | -1,
): string {
  return [0, 1]
    .map((axis) => (from[axis]! + (sign * (after[axis]! - before[axis]!)) / 6).toFixed(1))
    .join(' ');
}

/** Builds the curve as a smooth SVG path (Catmull-Rom through the eleven levels and both margins). */
function buildCurvePath(): string {
  const [, firstY] = getCurvePoint(0);
  const [, lastY] = getCurvePoint(10);
  const points: [number, number][] = [
    [-EDGE, firstY + 6],
    [0, firstY + 4],
    ...levels.map(getCurvePoint),
    [WIDTH, lastY - 8],
    [WIDTH + EDGE, lastY - 16],
  ];
  let path = `M${points[1]!.join(' ')}`;
  for (let i = 1; i < points.length - 2; i++) {
    const before = points[i - 1]!;
    const from = points[i]!;
    const to = points[i + 1]!;
    const after = points[i + 2]!;
    path += `C${computeBezierHandle(before, from, to, 1)} ${computeBezierHandle(from, to, after, -1)} ${to.map((n) => n.toFixed(1)).join(' ')}`;
  }
  return path;
}
const CURVE_PATH = buildCurvePath();

/**
 * The 0–10 fear scale, drawn as a rising curve over a native range input: arrows, Page keys, Home and End work as
 * usual, digit keys set a level directly (0 is 0, End is 10), and screen readers announce `valueText`.
 */
export function FearScale({
  label,
  value,
  onChange,
  lowLabel,
  highLabel,
  valueText,
  promptText,
  errorId,
}: {
  label: string;
  /** 0–10, or null while there is no answer yet. */
  value: number | null;
  onChange: (value: number) => void;
  lowLabel: ReactNode;
  highLabel: ReactNode;
  /** The accessible text of a level, such as "7 of 10, strong". */
  valueText: (value: number) => string;
  /** Shown above the curve and announced while there is no answer. */
  promptText: string;
  errorId?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const answered = value !== null;

  const setFromPointer = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    const next = Math.round(Math.min(1, Math.max(0, part)) * 10);
    if (next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(Number(event.key));
  };
  return (
    <div className="fear-scale group relative">
      <input
        ref={input}
        type="range"
        min={0}
        max={10}
        step={1}
        value={value ?? 0}
        aria-label={label}
        aria-valuetext={answered ? valueText(value) : promptText}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(Number(event.target.value))}
        // An unanswered scale rests at 0, so choosing 0 fires no change event in the browser. Enter is left out: it
        // submits the form, and its keyup may land on the next question's scale.
        onKeyUp={(event) => {
          if (!answered && ['Home', 'ArrowLeft', 'ArrowDown', 'PageDown', ' '].includes(event.key))
            onChange(0);
        }}
        onKeyDown={onKeyDown}
        className="peer pointer-events-none absolute inset-0 z-10 size-full appearance-none opacity-0"
      />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT - 34}`}
        aria-hidden="true"
        className="block w-full cursor-pointer touch-pan-y overflow-visible select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          input.current?.focus({ preventScroll: true });
          setFromPointer(event);
        }}
        onPointerMove={(event) =>
          event.currentTarget.hasPointerCapture(event.pointerId) && setFromPointer(event)
        }
      >
        <Curve value={value} />
      </svg>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-2xl peer-focus-visible:outline-[2.5px] peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-load"
      />
      {!answered && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute top-[9%] left-5 max-w-[56%] text-sm text-ink-2"
        >
          {promptText}
        </p>
      )}
      <div
        className="flex justify-between gap-6 px-5 pt-3 pb-2 text-sm text-ink-2"
        aria-hidden="true"
      >
        <span>{lowLabel}</span>
        <span className="text-right">{highLabel}</span>
      </div>
    </div>
  );
}

/** The curve with a point for each level and a marker on the chosen one; the marker is dashed while there is none. */
function Curve({ value }: { value: number | null }) {
  const id = useId();
  const isAnswered = value !== null;
  const [x, y] = getCurvePoint(value ?? 0);
  return (
    <>
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--load)" stopOpacity=".42" />
          <stop offset="1" stopColor="var(--horizon)" stopOpacity=".26" />
        </linearGradient>
      </defs>
      <path d={`${CURVE_PATH}L${WIDTH} ${FLOOR}L0 ${FLOOR}Z`} fill={`url(#${id}-sky)`} />
      <path d={CURVE_PATH} fill="none" stroke="var(--load)" strokeWidth="2.25" />
      {levels.map((level) => (
        <circle
          key={level}
          cx={getCurvePoint(level)[0]}
          cy={getCurvePoint(level)[1]}
          r="1.6"
          fill="var(--load)"
          opacity=".65"
        />
      ))}
      <circle cx={x} cy={y} r="21" fill="var(--glow)" opacity={isAnswered ? 0.5 : 0.28} />
      <circle
        cx={x}
        cy={y}
        r="12"
        fill="var(--raised)"
        stroke="var(--load)"
        strokeWidth="3"
        strokeDasharray={isAnswered ? undefined : '3 4'}
      />
      {isAnswered && (
        <text
          x={x}
          y={y - 33}
          textAnchor="middle"
          fontSize="42"
          fontWeight="500"
          fill="var(--ink)"
          fontFamily="var(--font-serif)"
          className="tabular"
        >
          {value}
        </text>
      )}
    </>
  );
}
