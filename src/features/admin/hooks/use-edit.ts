import { useEffect, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { LastEdit } from '#shared/contract/admin.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { getFieldFaultKeys } from '#web/lib/error-message.ts';
import { useToast } from '#web/ui/toast.tsx';
import type { EditDifference } from '../model.ts';
import { useAutosave } from './use-autosave.ts';
import { useDraftOnDevice } from './use-draft-on-device.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

/** What an admin edits, with the version that was seen and who changed it last. */
interface Edited {
  /** Empty until it is saved for the first time; some things have none, because there is one of them. */
  id?: string;
  version: number;
  lastEdit: LastEdit;
}

export interface EditConflictState {
  lastEdit: LastEdit;
  differences: readonly EditDifference[];
  /** Goes on with what is written here, over what was saved. */
  onKeepMine: () => void;
  /** Replaces what is written here by what was saved. */
  onTakeTheirs: () => void;
}

/**
 * Returns the state of a form in which an admin edits something that others may edit too: `stored`, as last read or
 * saved; `draft`, as typed; and after a refused save `conflict`, with what another admin has saved. `toDraft` converts
 * what is stored to the form's state; `compare` lists the fields in which the two differ.
 */
export function useEditForm<Stored extends Edited, Draft extends object, Input>({
  initial,
  keepAs,
  toDraft,
  compare,
  save,
  savedText,
  getPath,
  fetchStored,
  onReplaced,
}: {
  initial: Stored;
  /** Names the form on this device, where what is written is kept until it is saved. */
  keepAs: string;
  toDraft: (stored: Stored) => Draft;
  compare: (mine: Draft, theirs: Stored) => readonly EditDifference[];
  save: {
    error: Error | null;
    isPending: boolean;
    reset: () => void;
    mutate: (
      input: Input,
      handlers: { onSuccess: (saved: Stored) => void; onError: (error: Error) => void },
    ) => void;
  };
  /** What the toast says once it is saved. */
  savedText: (saved: Stored) => string;
  /** The path of the form of what was saved for the first time. */
  getPath?: (id: string) => string;
  /** Fetches what is stored now, to compare it with the form after a conflict; the cache stays as it is. */
  fetchStored: () => Promise<Stored>;
  /** Called when other words take the place of what is written here. */
  onReplaced?: (draft: Draft) => void;
}) {
  const name = `studio ${keepAs} ${initial.id ?? ''}`;
  const { kept, keep, forget } = useDraftOnDevice(name, toDraft(initial));
  const [stored, setStored] = useState(initial);
  const [draft, setDraft] = useState(() => kept?.draft ?? toDraft(initial));
  // Saved by another admin, or on another device, since what is kept here was written.
  const isOutdated =
    kept !== null &&
    kept.version !== initial.version &&
    JSON.stringify(kept.draft) !== JSON.stringify(toDraft(initial));
  const [theirs, setTheirs] = useState<Stored | null>(isOutdated ? initial : null);
  // The version that was written over, where another was saved since.
  const [base, setBase] = useState(isOutdated ? kept.version : null);
  const [wasKept, setWasKept] = useState(kept !== null && !isOutdated);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const reread = useMutation({ mutationFn: fetchStored });
  const faults = getFieldFaultKeys(save.error);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(stored));
  const exit = useUnsavedWarning(isChanged);
  const version = theirs && base !== null ? base : stored.version;
  useEffect(() => {
    if (isChanged) keep({ version, draft });
    else forget();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions only name where it is kept
  }, [isChanged, draft, version]);
  const autosave = useAutosave({ name, kept, fields: toDraft(initial), isChanged, version, draft });
  const settle = (now: Stored, written: Draft) => {
    setStored(now);
    setDraft(written);
    setTheirs(null);
    setBase(null);
    setWasKept(false);
    save.reset();
  };
  /** Shows other words in place of what is written. */
  const replace = (now: Stored, words: Draft) => {
    settle(now, words);
    onReplaced?.(words);
  };
  const { elsewhere } = autosave;
  const takeElsewhere = () => {
    if (!elsewhere) return;
    autosave.settle();
    replace(stored, elsewhere.draft);
    if (elsewhere.version === stored.version) return;
    setBase(elsewhere.version);
    setTheirs(stored);
  };
  const conflict: EditConflictState | null = theirs && {
    lastEdit: theirs.lastEdit,
    differences: compare(draft, theirs),
    onKeepMine: () => settle(theirs, draft),
    onTakeTheirs: () => replace(theirs, toDraft(theirs)),
  };
  /** Reads what another admin has saved, where that is why a change was refused. */
  const onRefused = (refused: Error) => {
    if (hasErrorCode(refused, 'conflict')) reread.mutate(undefined, { onSuccess: setTheirs });
  };
  const onSaved = (saved: Stored) => {
    toast({ title: savedText(saved) });
    setStored(saved);
    setWasKept(false);
    // The form of something new is opened under its own name next.
    if (stored.id === '') forget();
    // What was written while it was being saved stays.
    setDraft((now) => (now === draft ? toDraft(saved) : now));
    if (stored.id === '' && saved.id && getPath) navigate(getPath(saved.id), { replace: true });
  };
  return {
    stored,
    setStored,
    draft,
    setDraft,
    /** Why fields were refused, by their names. */
    faults,
    onRefused,
    /** Saves; what is stored then takes the place of the draft. */
    submit: (input: Input) => save.mutate(input, { onError: onRefused, onSuccess: onSaved }),
    /** What the form's frame shows. */
    frame: {
      request: save,
      lastEdit: stored.lastEdit,
      isChanged,
      conflict,
      unsaved: {
        exit,
        /** Takes back what an earlier visit had not saved, while it is still all that is written; null without that. */
        onDiscardKept: wasKept && isChanged ? () => replace(stored, toDraft(stored)) : null,
        /** Unsaved words from elsewhere, which wait for an answer; null without any. */
        elsewhere: elsewhere && {
          writtenAt: elsewhere.writtenAt,
          onTake: takeElsewhere,
          onDiscard: autosave.settle,
        },
      },
      /** Whether the server keeps all that is written and not saved. */
      isAutosaved: autosave.isKept,
    },
  };
}
