/** The phases of a rehearsed flight, in their order. The last three are disruptions that a dose may add. */
export const REHEARSAL_PHASES = [
  'boarding',
  'push_back',
  'taxi',
  'take_off',
  'climb',
  'cruise',
  'descent',
  'approach',
  'landing',
] as const;
export const REHEARSAL_DISRUPTIONS = ['de_icing', 'holding', 'go_around'] as const;
export type RegularRehearsalPhase = (typeof REHEARSAL_PHASES)[number];
export type RehearsalDisruption = (typeof REHEARSAL_DISRUPTIONS)[number];
export type RehearsalPhase = RegularRehearsalPhase | RehearsalDisruption;

/** Shares of the whole length; only their ratios matter. A real flight is compressed, the busy parts least. */
const WEIGHTS: Record<RehearsalPhase, number> = {
  boarding: 8,
  push_back: 6,
  de_icing: 8,
  taxi: 10,
  take_off: 9,
  climb: 18,
  cruise: 24,
  descent: 14,
  holding: 14,
  approach: 14,
  go_around: 14,
  landing: 11,
};

/** The phase after which a disruption comes. */
const AFTER: Record<RehearsalDisruption, RegularRehearsalPhase> = {
  de_icing: 'push_back',
  holding: 'descent',
  go_around: 'approach',
};

/** A phase with its time in seconds from the beginning of the rehearsal. */
export interface TimedRehearsalPhase {
  phase: RehearsalPhase;
  from: number;
  to: number;
}

/**
 * Lays the phases of a rehearsal over its length: those from `from` to `to` (inclusive, in either order), with the
 * disruption where its phase is among them. After a go-around the approach comes once more. The phases follow each other
 * without gaps, from 0 to `minutes` × 60 seconds.
 */
export function scheduleRehearsalPhases({
  from,
  to,
  minutes,
  detour,
}: {
  from: RegularRehearsalPhase;
  to: RegularRehearsalPhase;
  minutes: number;
  detour: RehearsalDisruption | null;
}): TimedRehearsalPhase[] {
  const ends = [REHEARSAL_PHASES.indexOf(from), REHEARSAL_PHASES.indexOf(to)];
  const flown = REHEARSAL_PHASES.slice(Math.min(...ends), Math.max(...ends) + 1);
  const phases = flown.flatMap((phase): RehearsalPhase[] => {
    if (!detour || AFTER[detour] !== phase) return [phase];
    return detour === 'go_around' ? [phase, detour, phase] : [phase, detour];
  });
  const whole = phases.reduce((sum, phase) => sum + WEIGHTS[phase], 0);
  let passed = 0;
  const getTime = () => (passed / whole) * minutes * 60;
  return phases.map((phase) => {
    const begun = getTime();
    passed += WEIGHTS[phase];
    return { phase, from: begun, to: getTime() };
  });
}

/** Finds the phase at a time in seconds, and how much of it is over (0 to 1); the last one once all is over. */
export function getRehearsalPhaseAt(
  phases: readonly TimedRehearsalPhase[],
  time: number,
): { phase: RehearsalPhase; index: number; share: number } {
  const found = phases.findIndex(({ to }) => time < to);
  const index = found === -1 ? phases.length - 1 : found;
  const { phase, from, to } = phases[index]!;
  return { phase, index, share: Math.min(1, Math.max(0, (time - from) / (to - from))) };
}
