import type { ReactNode } from 'react';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useMessageIdOfText } from '../hooks/use-message-id.ts';
import { useSendSupportMessage } from '../queries.ts';

/**
 * A form that sends a new support question, or a further message to question `questionId`. The input is stored on this
 * device until it is sent.
 */
export function MessageForm({
  label,
  questionId = null,
  contentId = null,
  onSent,
  children,
}: {
  label: string;
  questionId?: string | null;
  contentId?: string | null;
  onSent: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('support');
  const getMessageId = useMessageIdOfText();
  const send = useSendSupportMessage();
  const { toast } = useToast();
  const form = usePersistedForm(`support:${questionId ?? 'new'}`, {
    initial: { text: '' },
    validate: ({ text }) => ({ text: text.trim() === '' && t('form.missing') }),
    request: send,
    onSubmit: (draft) => {
      const text = draft.text.trim();
      const onSuccess = () => {
        form.reset({ text: '' });
        form.forget();
        toast({ title: t('sent'), detail: t('sentDetail') });
        onSent();
      };
      send.mutate({ id: getMessageId(text), text, questionId, contentId }, { onSuccess });
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      {children}
      <TextArea
        {...form.bindInput('text')}
        label={label}
        hint={t('form.hint')}
        rows={questionId === null ? 6 : 4}
      />
      {form.failure && (
        <Notice tone="refusal" title={t('failed')}>
          {form.failure}
        </Notice>
      )}
      <Button type="submit" busy={send.isPending} className="justify-self-start max-sm:w-full">
        {t('form.send')}
      </Button>
    </form>
  );
}
