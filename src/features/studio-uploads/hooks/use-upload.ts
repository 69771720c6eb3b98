import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_UPLOAD_BYTES } from '#shared/rules/upload-limit.ts';
import { ApiError } from '#web/lib/api.ts';
import { uploadFile, type UploadableFile } from '../engine/send-file.ts';

/** How far a file has come. */
export interface UploadState {
  /** `broken`: the network is gone, and it goes on by itself when it is back. */
  phase: 'idle' | 'sending' | 'paused' | 'broken' | 'done';
  sent: number;
  total: number;
  /** Why the server refuses it. */
  error: unknown;
  /** The name and size of a file that was refused; null while none was. */
  refused: { name: string; size: number } | null;
}

const IDLE: UploadState = { phase: 'idle', sent: 0, total: 0, error: null, refused: null };

const nameFile = ({ name = '', size }: UploadableFile) => ({ name, size });

/**
 * Manages the upload of a file in parts, which continues where it stopped after a pause or a broken connection. Returns
 * the state, and `start`, `pause`, `goOn` and `cancel`. Once the file has arrived, `onSent` gets it with the id of its
 * upload; a rejection is shown as `error`.
 */
export function useUpload(onSent: (file: UploadableFile, uploadId: string) => Promise<unknown>) {
  const [state, setState] = useState(IDLE);
  const file = useRef<UploadableFile | null>(null);
  const abort = useRef<AbortController | null>(null);
  // What is there when the file has arrived, which may be another version than when it was chosen.
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });

  async function send(): Promise<void> {
    const chosen = file.current;
    if (!chosen || abort.current) return;
    const own = new AbortController();
    abort.current = own;
    const set = (change: Partial<UploadState>) => setState((now) => ({ ...now, ...change }));
    set({ phase: 'sending', total: chosen.size, error: null, refused: null });
    try {
      const id = await uploadFile(chosen, (sent) => set({ sent }), own.signal);
      set({ phase: 'done' });
      await latest.current(chosen, id);
      file.current = null;
      setState(IDLE);
    } catch (error) {
      if (own.signal.aborted) set({ phase: file.current ? 'paused' : 'idle' });
      else if (error instanceof ApiError && error.status === 0) set({ phase: 'broken' });
      else setState({ ...IDLE, error, refused: nameFile(chosen) });
    } finally {
      if (abort.current === own) abort.current = null;
    }
  }
  const goOnWhenBack = useEffectEvent(() => {
    if (state.phase === 'broken') void send();
  });
  useEffect(() => {
    const back = () => goOnWhenBack();
    addEventListener('online', back);
    return () => {
      removeEventListener('online', back);
      abort.current?.abort();
    };
  }, []);

  return {
    ...state,
    start: (chosen: UploadableFile) => {
      setState(IDLE);
      if (chosen.size > MAX_UPLOAD_BYTES) {
        setState({ ...IDLE, error: new ApiError(413, 'too_large'), refused: nameFile(chosen) });
        return;
      }
      file.current = chosen;
      void send();
    },
    pause: () => abort.current?.abort(),
    goOn: () => void send(),
    /** Stops sending and forgets the file; the server removes the part that has arrived after a day. */
    cancel: () => {
      file.current = null;
      abort.current?.abort();
      setState(IDLE);
    },
  };
}
