import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import type { ProgramWithFaults } from './programs.ts';
import type { MeasuredSession } from './read.ts';

/** Minimum contents of the starter library: docs/decisions/014-starter-library.md. */
const MIN_SESSIONS = 64;
const MIN_PROGRAMS = 7;
const MIN_BY_CATEGORY = { meditation: 12, technical: 12, podcast: 8 } as const;
const MIN_SESSIONS_PER_AREA = 3;

/**
 * Checks that the starter library has enough sessions and programs of each kind and for each fear area; returns one
 * line per fault, those of programs included.
 */
export function findCoverageFaults(
  sessions: readonly MeasuredSession[],
  programs: readonly ProgramWithFaults[],
): string[] {
  const faults = programs.flatMap((program) => program.faults);
  if (programs.length < MIN_PROGRAMS)
    faults.push(`library: ${programs.length} of ${MIN_PROGRAMS} programs`);
  const count = (matches: (session: MeasuredSession) => boolean) => sessions.filter(matches).length;
  if (sessions.length < MIN_SESSIONS)
    faults.push(`library: ${sessions.length} of ${MIN_SESSIONS} sessions`);
  for (const [category, least] of Object.entries(MIN_BY_CATEGORY)) {
    const inCategory = sessions.filter((session) => session.category === category);
    if (inCategory.length < least)
      faults.push(`library: ${inCategory.length} of ${least} ${category} sessions`);
    for (const kind of ['load', 'flow'])
      if (!inCategory.some((session) => session.kind === kind))
        faults.push(`library: no ${kind} session among the ${category} ones`);
  }
  for (const area of FEAR_AREAS) {
    if (count(({ areas }) => areas[0] === area.key) === 0)
      faults.push(`library: ${area.key} is the main area of no session`);
    const found = count(({ areas }) => areas.includes(area.key));
    if (found < MIN_SESSIONS_PER_AREA)
      faults.push(`library: ${area.key} appears in ${found} of ${MIN_SESSIONS_PER_AREA} sessions`);
  }
  return faults;
}
