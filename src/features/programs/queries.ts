import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { ApiError, type ReplyOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { enqueue, onOutcome } from '#web/lib/outbox.ts';
import { afterEvent } from './model.ts';

const EVENTS = 'POST /api/programs/:id/events';
const LIST = '/api/programs';
const keyOf = (id: string) => `${LIST}/${encodeURIComponent(id)}`;

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;
const retry = (failures: number, error: unknown) => failures < 1 && !isRefusal(error);

/** Every program. Titles come in the profile's language, so each language is kept apart. */
export function usePrograms() {
  const { i18n } = useTranslation();
  return useQuery<ReplyOf<'GET /api/programs'>>({ queryKey: [LIST, i18n.language], retry });
}

/** One program with its lessons. An id that is none, or a withdrawn program, is not asked for twice. */
export function useProgram(id: string, enabled = true) {
  const { i18n } = useTranslation();
  return useQuery<ProgramDetail>({ queryKey: [keyOf(id), i18n.language], retry, enabled });
}

type Said =
  | { type: 'started' }
  | { type: 'lesson_completed' | 'task_unticked'; lessonId: string }
  | { type: 'task_ticked'; lessonId: string; note: string | null };

/** Shows what was done at once, and sends it through the outbox; `refused` when the server would not have it. */
export function useProgramEvents(programId: string) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const [refused, setRefused] = useState(false);
  useEffect(
    () =>
      onOutcome(({ route, params }, outcome) => {
        if (route !== EVENTS || (params as { id?: string }).id !== programId) return;
        const failed = 'error' in outcome;
        if (failed) setRefused(true);
        refresh(queryClient, programId, failed);
      }),
    [queryClient, programId],
  );
  const record = useCallback(
    (said: Said) => {
      setRefused(false);
      const event: ProgramEvent = { id: crypto.randomUUID(), at: now().toISOString(), ...said };
      queryClient.setQueriesData<ProgramDetail>(
        { predicate: ({ queryKey }) => queryKey[0] === keyOf(programId) },
        (old) => old && afterEvent(old, event),
      );
      enqueue(EVENTS, owner, { params: { id: programId }, body: event }).catch(() => {
        setRefused(true);
        refresh(queryClient, programId, true);
      });
    },
    [queryClient, owner, programId],
  );
  return { record, refused };
}

/** The list is always asked for again; a program only when what it shows was not taken. */
function refresh(queryClient: QueryClient, programId: string, failed: boolean): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path === LIST || (failed && path === keyOf(programId)),
  });
}
