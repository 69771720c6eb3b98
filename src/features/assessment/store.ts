import { hasLeft } from '#web/lib/departure.ts';
import type { LocalDraft } from './model.ts';

const PREFIX = 'envol-assessment-draft:';

/** The text of the draft this device keeps for a person, or null. Storage that is refused reads as empty. */
export function readDraft(userId: string): string | null {
  try {
    return localStorage.getItem(PREFIX + userId);
  } catch {
    return null;
  }
}

/** Whether this device keeps answers of a person that the server has yet to acknowledge. */
export function hasPending(userId: string): boolean {
  try {
    const draft = JSON.parse(readDraft(userId) ?? 'null') as Partial<LocalDraft> | null;
    return draft?.pending === true;
  } catch {
    return false;
  }
}

/** Keeps unsent answers of a person who is still there. Where storage is refused the server's copy has to do. */
export function writeDraft(
  userId: string,
  given: Pick<LocalDraft, 'answers' | 'consentGivenAt'>,
  at: Date,
): void {
  if (hasLeft()) return;
  try {
    const draft: LocalDraft = { ...given, pending: true, at: at.toISOString() };
    localStorage.setItem(PREFIX + userId, JSON.stringify(draft));
  } catch {
    // Private windows and full disks: nothing to do here, and nothing to alarm anybody with.
  }
}

/** Forgets the draft of one person: the server has it, or may not. */
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
