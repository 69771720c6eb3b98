import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import type { LibrarySession } from './read.ts';

/** The least the starter library holds: docs/decisions/014-starter-library.md. */
const SESSIONS = 36;
const BY_CATEGORY = { meditation: 12, technical: 12, podcast: 8 } as const;
const APPEARANCES = 3;

/** What the library as a whole lacks, a line each. */
export function coverageFaults(sessions: readonly LibrarySession[]): string[] {
  const faults: string[] = [];
  const count = (matches: (session: LibrarySession) => boolean) => sessions.filter(matches).length;
  if (sessions.length < SESSIONS)
    faults.push(`library: ${sessions.length} of ${SESSIONS} sessions`);
  for (const [category, least] of Object.entries(BY_CATEGORY)) {
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
    if (found < APPEARANCES)
      faults.push(`library: ${area.key} appears in ${found} of ${APPEARANCES} sessions`);
  }
  return faults;
}
