import { hasLeft } from '#web/lib/departure.ts';
import { type Answers, type LocalDraft, parseDraft } from './model.ts';

const PREFIX = 'envol-assessment-draft:';

/** The draft this device keeps for a person, or null. Storage that is refused reads as empty. */
export function readDraft(userId: string): LocalDraft | null {
  try {
    return parseDraft(localStorage.getItem(PREFIX + userId));
  } catch {
    return null;
  }
}

/** Keeps a draft for a person who is still there. Where storage is refused the server's copy has to do. */
export function writeDraft(userId: string, answers: Answers, pending: boolean, at: Date): void {
  if (hasLeft()) return;
  try {
    const draft: LocalDraft = { answers, pending, at: at.toISOString() };
    localStorage.setItem(PREFIX + userId, JSON.stringify(draft));
  } catch {
    // Private windows and full disks: nothing to do here, and nothing to alarm anybody with.
  }
}

/** Forgets the draft of one person, once the assessment is complete. */
export function forgetDraft(userId: string): void {
  try {
    localStorage.removeItem(PREFIX + userId);
  } catch {
    // Nothing could be stored, so nothing is left.
  }
}

/**
 * Forgets every draft on this device but that of `owner`, if one is named: answers about one's health do not
 * stay behind after signing out, nor for whoever signs in next.
 */
export function forgetDrafts(owner?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== PREFIX + owner) localStorage.removeItem(key);
    }
  } catch {
    // Nothing could be stored, so nothing is left.
  }
}
