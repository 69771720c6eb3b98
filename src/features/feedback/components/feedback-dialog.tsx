import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useMutation } from '@tanstack/react-query';
import { PRODUCT_NAME } from '#shared/product.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextArea, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { runBotCheck } from '#web/features/bot-check/queries.ts';
import { api } from '#web/lib/api.ts';
import {
  EVERYWHERE,
  type FeedbackProblems,
  MAX_TEXT_LENGTH,
  findNamedPage,
  validateFeedback,
  type FeedbackForm,
  buildFeedbackBody,
} from '../model.ts';

/** The feedback form: text, the page it is about, an optional reply address. Closing keeps what was typed. */
export function FeedbackDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['feedback', 'ui']);
  const [text, setText] = useState('');
  const [replyTo, setReplyTo] = useState('');
  const [about, setAbout] = useState<'page' | 'everything'>('page');
  const [problems, setProblems] = useState<FeedbackProblems>({});
  const [path] = useLocation();
  const form = useId();
  const send = useSendFeedback();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const named = findNamedPage(path);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = { text, replyTo, page: about === 'page' ? path : EVERYWHERE };
    const found = validateFeedback(filled);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    send.mutate(filled, {
      onSuccess: () => {
        setText('');
        onClose();
        toast({ title: t('feedback:thanks') });
      },
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('feedback:form.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button type="submit" form={form} busy={send.isPending}>
            {t('feedback:form.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">{t('feedback:form.lead')}</p>
        <TextArea
          label={t('feedback:form.text')}
          hint={t('feedback:form.health')}
          error={
            problems.text &&
            t(`feedback:form.${problems.text === 'long' ? 'textTooLong' : 'textMissing'}`, {
              max: MAX_TEXT_LENGTH,
            })
          }
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label={t('feedback:form.page')}
          value={about}
          onChange={(event) => setAbout(event.target.value === 'page' ? 'page' : 'everything')}
          options={[
            {
              value: 'page',
              label: t('feedback:form.thisPage', {
                page: named ? t(`feedback:pages.${named}`) : path,
              }),
            },
            {
              value: 'everything',
              label: t('feedback:form.everything', { product: PRODUCT_NAME }),
            },
          ]}
        />
        <TextField
          type="email"
          autoComplete="email"
          label={t('feedback:form.reply')}
          optional={t('feedback:form.optional')}
          hint={t('feedback:form.replyHint')}
          error={problems.replyTo && t('feedback:form.replyWrong')}
          value={replyTo}
          onChange={(event) => setReplyTo(event.target.value)}
        />
        {send.error && (
          <Notice tone="refusal" title={t('feedback:failed')}>
            {describeError(send.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** Sends feedback to the site's operator, with the token of the bot check. */
function useSendFeedback() {
  return useMutation({
    mutationFn: async (form: FeedbackForm) => {
      const botToken = await runBotCheck('feedback');
      return api('POST /api/feedback', { body: { ...buildFeedbackBody(form), botToken } });
    },
  });
}
