import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearch } from 'wouter';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { ApiError, type ReplyOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { defineSyncedWrite, queueWrite, useSyncedWrite } from '#web/lib/sync/synced-write.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { applyProgramEvent, parseOriginLesson } from './model.ts';

const LIST = '/api/programs';
const getProgramKey = (id: string) => `${LIST}/${encodeURIComponent(id)}`;

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;
const retry = (failures: number, error: unknown) => failures < 1 && !isRefusal(error);

/** Query of all programs. Titles come in the profile's language, so the language is part of the key. */
export function usePrograms() {
  const { i18n } = useTranslation();
  return useQuery<ReplyOf<'GET /api/programs'>>({ queryKey: [LIST, i18n.language], retry });
}

/** Query of one program with its lessons. Refusals (an invalid id, an unpublished program) are not retried. */
export function useProgram(id: string, enabled = true) {
  const { i18n } = useTranslation();
  return useQuery<ProgramDetail>({ queryKey: [getProgramKey(id), i18n.language], retry, enabled });
}

/** Returns the lesson that the open session was opened from, with its program; null where there is none or it is not loaded. */
export function useOriginLesson() {
  const params = parseOriginLesson(useSearch());
  const { data: program } = useProgram(params?.programId ?? '', params !== null);
  const lesson = program?.lessons.find(({ id }) => id === params?.lessonId);
  return program && lesson ? { program, lesson } : null;
}

type ProgramList = ReplyOf<'GET /api/programs'>;
type ProgramAction =
  | { type: 'started' }
  | { type: 'lesson_completed' | 'task_unticked'; lessonId: string }
  | { type: 'task_ticked'; lessonId: string; note: string | null };

const events = defineSyncedWrite<'POST /api/programs/:id/events', ProgramDetail>({
  route: 'POST /api/programs/:id/events',
  key: ({ params }) => [getProgramKey(params.id)],
  apply: (program, { body }) => applyProgramEvent(program, body),
  needs: ({ params }) => getProgramKey(params.id),
  effects: [
    {
      url: /^\/api\/programs$/,
      // Where a person stands in a program follows from its lessons.
      apply: (list: ProgramList, { params, body }, _write, find) => {
        const program = find(getProgramKey(params.id)) as ProgramDetail | undefined;
        if (!program) return list;
        const { standing } = applyProgramEvent(program, body);
        const items = list.items.map((item) =>
          item.id === params.id ? { ...item, standing } : item,
        );
        return { ...list, items };
      },
    },
  ],
});

/** Queues for the server that a lesson is completed, outside React; shown at once where the program is cached. */
export function queueCompletedLesson(owner: string, programId: string, lessonId: string): void {
  const id = crypto.randomUUID();
  const body = { id, at: now().toISOString(), type: 'lesson_completed', lessonId } as const;
  queueWrite(events, owner, { params: { id: programId }, body });
}

/**
 * Returns `record`, which applies a program event to the cache and queues it for the server, and `refused`, whether the
 * server refused the last one.
 */
export function useQueueProgramEvent(programId: string) {
  const { write, refused } = useSyncedWrite(events, useProfile().id, [getProgramKey(programId)]);
  const record = useCallback(
    (said: ProgramAction) => {
      const event: ProgramEvent = { id: crypto.randomUUID(), at: now().toISOString(), ...said };
      write({ params: { id: programId }, body: event });
    },
    [write, programId],
  );
  return { record, refused: refused !== null };
}
