import { useRef, useState } from 'react';
import type { LastEdit } from '#shared/contract/admin.ts';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { ApiError } from '#web/lib/api.ts';
import { useFocusOnRefusal } from '#web/ui/field.tsx';

/** What an admin edits, with the version that was seen and who changed it last. */
interface Edited {
  version: number;
  lastEdit: LastEdit;
}

/**
 * Returns the state of a form in which an admin edits something that others may edit too: what is stored, what is
 * written, and what somebody else has saved meanwhile. `toDraft` takes from what is stored what the form holds.
 */
export function useEdit<Stored extends Edited, Draft>({
  initial,
  toDraft,
  error,
  reread,
}: {
  initial: Stored;
  toDraft: (stored: Stored) => Draft;
  /** Why the last save was refused. */
  error: Error | null;
  /** Fetches what is stored now. */
  reread: (onRead: (theirs: Stored) => void) => void;
}) {
  const [stored, setStored] = useState(initial);
  const [draft, setDraft] = useState(() => toDraft(initial));
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, error);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(stored));
  useUnsavedWarning(isChanged);
  return {
    form,
    stored,
    draft,
    setDraft,
    theirs,
    isChanged,
    /** Takes what was saved. */
    take: (saved: Stored) => {
      setStored(saved);
      setDraft(toDraft(saved));
    },
    /** Reads what somebody else has saved, where that is why a change was refused. */
    onRefused: (refused: Error) => {
      if (refused instanceof ApiError && refused.code === 'conflict') reread(setTheirs);
    },
    /** Goes on with one of the two. */
    settle: (kept: Draft) => {
      if (theirs) setStored(theirs);
      setDraft(kept);
      setTheirs(null);
    },
  };
}
