import type { Rehearsal } from '#shared/rules/rehearsal-dose.ts';
import { readFormDraft, removeFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';

/** A rehearsal that was begun on this device and has no outcome yet: as far as it went, and whether that was its end. */
export interface OpenRehearsal {
  rehearsal: Omit<Rehearsal, 'sureNext'>;
  isWhole: boolean;
  inHeadset: boolean;
  isAnnounced: boolean;
}

const getName = (attemptId: string) => `rehearsal-untold:${attemptId}`;

/** Reads what this device knows of a rehearsal whose attempt has no outcome yet; null for none. */
export function readOpenRehearsal(owner: string, attemptId: string): OpenRehearsal | null {
  const kept = readFormDraft(owner, getName(attemptId)) as Partial<OpenRehearsal>;
  return kept.rehearsal ? (kept as OpenRehearsal) : null;
}

/** Keeps on this device how far a rehearsal went, so that leaving or reloading the page loses nothing of it. */
export const storeOpenRehearsal = (owner: string, attemptId: string, open: OpenRehearsal): void =>
  writeFormDraftUnlessSignedOut(owner, getName(attemptId), open);

/** Deletes from this device how far a rehearsal went: call it once its outcome is saved. */
export const deleteOpenRehearsal = (owner: string, attemptId: string): void =>
  removeFormDraft(owner, getName(attemptId));
