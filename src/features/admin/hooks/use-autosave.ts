import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { type Autosaver, createAutosaver } from '../engine/autosaver.ts';
import { sendAutosave, useStoredAutosave } from '../queries.ts';
import { hasSameFields, type DraftOnDevice } from './use-draft-on-device.ts';

/** What was written on another device, or before this one's storage was cleared, and not saved. */
export interface DraftFromElsewhere<Draft> extends DraftOnDevice<Draft> {
  writtenAt: string;
}

const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Keeps what an admin writes into the form `name` on the server too, every few seconds while `isChanged`; `version` is
 * the one that it is written over. `kept` is what this device kept when the form was opened. Nothing is sent before it
 * is known what the server holds, nor while words from elsewhere wait for an answer: they are `elsewhere`, until
 * `settle` is called. `isKept` says whether the server has all that is written now.
 */
export function useAutosave<Draft extends object>({
  name,
  kept,
  fields,
  isChanged,
  version,
  draft,
}: {
  name: string;
  kept: DraftOnDevice<Draft> | null;
  /** What the form holds when nothing was written. */
  fields: Draft;
  isChanged: boolean;
  version: number;
  draft: Draft;
}) {
  const [initial] = useState(fields);
  const { data } = useStoredAutosave(name);
  const [isSettled, setSettled] = useState(false);
  const [onServer, setOnServer] = useState<Draft | null>(null);
  const found = data?.autosave ?? null;
  const elsewhere = isSettled ? null : findWrittenElsewhere(found, kept, initial);
  const isReady = data !== undefined && elsewhere === null;

  const autosaver = useRef<Autosaver<Draft> | null>(null);
  useEffect(() => {
    const created = createAutosaver<Draft>({
      send: ({ draft: typed, ...rest }) =>
        sendAutosave({ form: name, ...rest, typed: typed as Record<string, unknown> | null }),
      isFinal,
      onKept: setOnServer,
    });
    autosaver.current = created;
    const flush = () => created.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      created.flush();
    };
  }, [name]);

  const hasWritten = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    if (isChanged) {
      hasWritten.current = true;
      autosaver.current?.write(version, draft);
    } else if (hasWritten.current || found) {
      hasWritten.current = false;
      autosaver.current?.write(version, null);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was found when the form was opened stays
  }, [isReady, isChanged, draft, version]);

  return {
    elsewhere,
    settle: () => setSettled(true),
    isKept: isChanged && onServer === draft,
  };
}

/** Returns what the server has of the form where it is not what this device kept, nor older; else null. */
function findWrittenElsewhere<Draft extends object>(
  found: { version: number; typed: Record<string, unknown>; writtenAt: string } | null,
  kept: DraftOnDevice<Draft> | null,
  fields: Draft,
): DraftFromElsewhere<Draft> | null {
  if (!found || !hasSameFields(found.typed, fields)) return null;
  const { typed, ...rest } = found;
  const isSame = JSON.stringify(typed) === JSON.stringify(kept?.draft ?? fields);
  if (isSame || (kept?.writtenAt ?? '') >= found.writtenAt) return null;
  return { ...rest, draft: typed as Draft };
}
