import { useMutation } from '@tanstack/react-query';
import type { Language } from '#shared/rules/languages.ts';
import { runBotCheck } from '#web/features/bot-check/queries.ts';
import { api } from '#web/lib/api.ts';
import { type FeedbackInput, buildFeedbackBody } from './model.ts';

/** Mutation that runs the bot check, then sends feedback to the operator. */
export function useSendFeedback() {
  return useMutation({
    mutationFn: async ({ language, ...form }: FeedbackInput & { language: Language }) => {
      const botToken = await runBotCheck('feedback');
      return api('POST /api/feedback', {
        body: { ...buildFeedbackBody(form), language, botToken },
      });
    },
  });
}
