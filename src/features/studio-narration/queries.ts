import { useQuery } from '@tanstack/react-query';
import type { MissingNarrationsRun, NarrationRunAction } from '#shared/contract/admin-narration.ts';
import type { Language } from '#shared/rules/languages.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

const PLAN_KEY = ['/api/admin/narration'] as const;
const RUN_KEY = ['/api/admin/narration/runs'] as const;
/** How often a run that speaks is asked for. */
const POLL_MS = 2_000;

/** Query of what is missing and what it costs. */
export const useMissingNarrations = () =>
  useQuery<ReplyOf<'GET /api/admin/narration'>>({ queryKey: PLAN_KEY, staleTime: 0 });

/** Query of the latest run; refetched every 2 s while it speaks. */
export const useNarrationRun = () =>
  useQuery<{ run: MissingNarrationsRun | null }>({
    queryKey: RUN_KEY,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? POLL_MS : false),
  });

const useNarrationRunMutation = <Input>(
  send: (input: Input) => Promise<{ run: MissingNarrationsRun }>,
) => useChange(send, { replaces: RUN_KEY, refetches: [PLAN_KEY[0]] });

/** Mutation that starts to speak what is missing. */
export const useStartNarrationRun = () =>
  useNarrationRunMutation((body: { ceiling: number | null; publishes: boolean }) =>
    api('POST /api/admin/narration/runs', { body }),
  );

/** Mutation that pauses, resumes or cancels a run, or tries its failures again. */
export const useChangeNarrationRun = (id: string) =>
  useNarrationRunMutation((body: { action: NarrationRunAction; ceiling?: number | null }) =>
    api('PUT /api/admin/narration/runs/:id', { params: { id }, body }),
  );

const WAITING_KEY = ['/api/admin/narration/approvals'] as const;
const VOICES_KEY = ['/api/admin/voices'] as const;

export interface RecordingKey {
  contentId: string;
  language: Language;
}

const buildRecordingKey = ({ contentId, language }: RecordingKey) =>
  [`/api/admin/contents/${contentId}/narration?language=${language}`] as const;

/** Query of the recordings that are not approved yet, oldest first. */
export const useUnapprovedRecordings = () =>
  useQuery<ReplyOf<'GET /api/admin/narration/approvals'>>({ queryKey: WAITING_KEY, staleTime: 0 });

/** Query of a spoken recording, sentence by sentence. */
export const useSpokenRecording = (key: RecordingKey) =>
  useQuery<ReplyOf<'GET /api/admin/contents/:id/narration'>>({
    queryKey: buildRecordingKey(key),
    staleTime: 0,
  });

/** Mutation that approves a recording as it was heard. */
export const useApproveRecording = ({ contentId, language }: RecordingKey) =>
  useChange(
    (version: number) =>
      api('POST /api/admin/contents/:id/narration/approval', {
        params: { id: contentId },
        body: { version, language },
      }),
    { refetches: [WAITING_KEY[0]] },
  );

/** Query of how sessions are spoken. Not refetched while the forms are open, so that what was typed is never replaced. */
export const useNarrationSettings = () =>
  useQuery<ReplyOf<'GET /api/admin/voices'>>({ queryKey: VOICES_KEY, ...KEPT_WHILE_SHOWN });

/** Mutation that sets how the sessions of a language are spoken. */
export const useSaveNarrationSettings = () =>
  useChange(
    (body: InputOf<'PUT /api/admin/voices'>['body']) => api('PUT /api/admin/voices', { body }),
    { replaces: VOICES_KEY, outdates: [PLAN_KEY[0]] },
  );
