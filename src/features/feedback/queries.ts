import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { type FeedbackForm, feedbackBody } from './model.ts';

/** Sends feedback to whoever runs the site. */
export function useSendFeedback() {
  return useMutation({
    mutationFn: (form: FeedbackForm) => api('POST /api/feedback', { body: feedbackBody(form) }),
  });
}
