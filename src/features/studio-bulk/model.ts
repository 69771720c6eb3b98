/** A session that an admin has chosen, at the version that the page shows. */
export interface ChosenSession {
  id: string;
  version: number;
  title: string;
}

/** What became of a change of many sessions: how many were changed, and which were not, with the code of the reason. */
export interface BulkResult {
  changed: number;
  refused: { title: string; code: string }[];
}

/** The most sessions of one call: the server takes no more. */
const MAX_SESSIONS = 100;

/** Cuts chosen sessions into the calls that change them. */
export function splitIntoBatches(
  chosen: readonly ChosenSession[],
): { id: string; version: number }[][] {
  const seen = chosen.map(({ id, version }) => ({ id, version }));
  const calls = [];
  for (let at = 0; at < seen.length; at += MAX_SESSIONS)
    calls.push(seen.slice(at, at + MAX_SESSIONS));
  return calls;
}
