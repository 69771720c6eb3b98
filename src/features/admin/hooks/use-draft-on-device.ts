import { useEffect, useState } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { readFormDraft, removeFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';

/** How long what an admin wrote and did not save is kept on the device. */
const MAX_AGE_MS = 90 * 86_400_000;

/** What was written and not saved, over the version that it was written from. */
export interface DraftOnDevice<Draft> {
  version: number;
  draft: Draft;
  /** An instant, ISO 8601. */
  writtenAt: string;
}

/** Returns whether what is kept has the fields of a form of today: a version of the app that is gone may have written it. */
export const hasSameFields = (kept: unknown, fields: object): boolean =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.keys(kept).toSorted().join() === Object.keys(fields).toSorted().join();

/**
 * Keeps what an admin writes on this device at once, so that neither a reload nor a sign-in that ended loses it. `name`
 * names the form and what is edited in it; `fields` is what the form holds when nothing was written. Returns what was
 * kept when the form was opened (null for nothing), and functions that keep and forget.
 */
export function useDraftOnDevice<Draft extends object>(name: string, fields: Draft) {
  const { id: owner } = useProfile();
  const [kept] = useState((): DraftOnDevice<Draft> | null => {
    const found = readFormDraft(owner, name, MAX_AGE_MS) as Partial<DraftOnDevice<Draft>>;
    if (typeof found.version !== 'number' || !hasSameFields(found.draft, fields)) return null;
    return found as DraftOnDevice<Draft>;
  });
  return {
    kept,
    keep: (draft: Omit<DraftOnDevice<Draft>, 'writtenAt'>) =>
      writeFormDraftUnlessSignedOut(owner, name, { ...draft, writtenAt: now().toISOString() }),
    forget: () => removeFormDraft(owner, name),
  };
}

/** Calls `save` for Ctrl+S, or ⌘S, in place of the browser: while the focus is in what `findForm` finds, or anywhere without one. */
export function useSaveShortcut(save: () => void, findForm?: () => HTMLElement | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's')
        return;
      if (findForm && !findForm()?.contains(document.activeElement)) return;
      event.preventDefault();
      if (!event.repeat) save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
