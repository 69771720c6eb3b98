import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { StudioQuestion } from '#shared/contract/admin-support.ts';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { useMessageId } from '#web/features/support/hooks/use-message-id.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, showFaultsAndFocusFirst, TextArea, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { appendSavedReply } from '../model.ts';
import { useAnswerQuestion, useSavedReplies, useSettleQuestion } from '../queries.ts';

/** The form in which admins answer a support question, and insert saved replies. */
export function AnswerForm({
  question,
  readAgain,
}: {
  question: StudioQuestion;
  readAgain: () => void;
}) {
  const { t } = useTranslation(['studio-support', 'errors']);
  const { id: questionId, language, messages, waitingSince } = question;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { data: saved } = useSavedReplies();
  const getMessageId = useMessageId();
  const answer = useAnswerQuestion();
  const settle = useSettleQuestion();
  const describeError = useErrorMessage();
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const form = useRef<HTMLFormElement>(null);
  const fault = getFieldFaults(answer.error)['text'];
  useFocusOnRefusal(form, answer.error);
  useUnsavedWarning(text !== '');
  const lastMessageId = messages.at(-1)?.id ?? '';
  const replies = saved?.replies ?? [];
  const error = answer.error ?? settle.error;
  const isConflict = hasErrorCode(error, 'conflict');
  const onError = (refused: Error) => {
    if (hasErrorCode(refused, 'conflict')) readAgain();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const written = text.trim();
    showFaultsAndFocusFirst(form.current, () => setMissing(written === ''));
    if (written === '') return;
    const sent = { questionId, id: getMessageId(written), lastMessageId, text: written };
    answer.mutate(sent, {
      onError,
      onSuccess: () => {
        setText('');
        toast({ title: t('studio-support:answer.sent') });
        navigate(paths.studioSupport());
      },
    });
  }
  const settleNow = () =>
    settle.mutate(
      { id: questionId, lastMessageId },
      { onError, onSuccess: () => toast({ title: t('studio-support:answer.settled') }) },
    );
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {replies.length > 0 && (
        <Select
          label={t('studio-support:answer.insert')}
          value=""
          options={[
            { value: '', label: t('studio-support:answer.choose') },
            ...replies.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ target: { value } }) => {
            const chosen = replies.find(({ id }) => id === value);
            if (chosen) setText(appendSavedReply(text, chosen.texts[language]));
          }}
        />
      )}
      <TextArea
        lang={language}
        label={t('studio-support:answer.label')}
        hint={t('studio-support:answer.hint')}
        error={isMissing ? t('studio-support:answer.missing') : fault && t(fault)}
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && !fault && (
        <Notice tone="refusal">
          {isConflict ? t('studio-support:answer.conflict') : describeError(error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={answer.isPending}>
          {t('studio-support:answer.send')}
        </Button>
        {waitingSince !== null && (
          <Button variant="quiet" busy={settle.isPending} onClick={settleNow}>
            {t('studio-support:answer.settle')}
          </Button>
        )}
      </div>
    </form>
  );
}
