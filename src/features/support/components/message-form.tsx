import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormDraft } from '#web/features/account/hooks/use-form-draft.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { showFaultsAndFocusFirst, TextArea, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useMessageId } from '../hooks/use-message-id.ts';
import { useSendMessage } from '../queries.ts';

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
  const { t } = useTranslation(['support', 'errors']);
  const [{ text }, change, forget] = useFormDraft(`support:${questionId ?? 'new'}`, { text: '' });
  const [isMissing, setMissing] = useState(false);
  const getMessageId = useMessageId();
  const send = useSendMessage();
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const form = useRef<HTMLFormElement>(null);
  const fault = getFieldFaults(send.error)['text'];
  useFocusOnRefusal(form, send.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    const written = text.trim();
    showFaultsAndFocusFirst(form.current, () => setMissing(written === ''));
    if (written === '' || send.isPending) return;
    const sent = { id: getMessageId(written), text: written, questionId, contentId };
    send.mutate(sent, {
      onSuccess: () => {
        change({ text: '' });
        forget();
        toast({ title: t('support:sent'), detail: t('support:sentDetail') });
        onSent();
      },
    });
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {children}
      <TextArea
        label={label}
        hint={t('support:form.hint')}
        error={isMissing ? t('support:form.missing') : fault && t(fault)}
        rows={questionId === null ? 6 : 4}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
      />
      {send.error && !fault && (
        <Notice tone="refusal" title={t('support:failed')}>
          {describeError(send.error)}
        </Notice>
      )}
      <Button type="submit" busy={send.isPending} className="justify-self-start max-sm:w-full">
        {t('support:form.send')}
      </Button>
    </form>
  );
}
