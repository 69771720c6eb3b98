import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { StudioQuestion } from '#shared/contract/admin-support.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { UnsavedNotices } from '#web/features/admin/components/unsaved.tsx';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { useMessageIdOfText } from '#web/features/support/hooks/use-message-id.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { readFormDraft, removeFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { appendSavedReply } from '../model.ts';
import { useAnswerQuestion, useSavedReplies, useMarkQuestionSettled } from '../queries.ts';

/** The form in which admins answer a support question, and insert saved replies. */
export function AnswerForm({
  question,
  readAgain,
}: {
  question: StudioQuestion;
  readAgain: () => void;
}) {
  const { t } = useTranslation('studio-support');
  const { id: questionId, language, messages, waitingSince } = question;
  const { data: saved } = useSavedReplies();
  const getMessageId = useMessageIdOfText();
  const answer = useAnswerQuestion();
  const settle = useMarkQuestionSettled();
  const describeError = useErrorMessage();
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const lastMessageId = messages.at(-1)?.id ?? '';
  const replies = saved?.replies ?? [];
  const { id: owner } = useProfile();
  const name = `studio answer ${questionId}`;
  const form = useForm({
    initial: () => ({ text: String(Reflect.get(readFormDraft(owner, name), 'text') ?? '') }),
    validate: (draft) => ({ text: draft.text.trim() === '' && t('answer.missing') }),
    request: answer,
    onSubmit: (draft) => {
      const written = draft.text.trim();
      const onSuccess = () => {
        removeFormDraft(owner, name);
        form.reset({ text: '' });
        toast({ title: t('answer.sent') });
        navigate(paths.studioSupport());
      };
      answer.mutate(
        { questionId, id: getMessageId(written), lastMessageId, text: written },
        { onError, onSuccess },
      );
    },
  });
  const { text } = form.draft;
  const exit = useUnsavedWarning(text !== '');
  useEffect(() => {
    if (text === '') removeFormDraft(owner, name);
    else writeFormDraftUnlessSignedOut(owner, name, { text });
  }, [text, owner, name]);
  const error = form.error ?? settle.error;
  const isConflict = hasErrorCode(error, 'conflict');
  const onError = (refused: Error) => {
    if (hasErrorCode(refused, 'conflict')) readAgain();
  };

  const settleNow = () =>
    settle.mutate(
      { id: questionId, lastMessageId },
      { onError, onSuccess: () => toast({ title: t('answer.settled') }) },
    );
  return (
    <form {...form.props} className="grid gap-5">
      <UnsavedNotices exit={exit} onDiscardKept={null} elsewhere={null} />
      {replies.length > 0 && (
        <Select
          label={t('answer.insert')}
          value=""
          options={[
            { value: '', label: t('answer.choose') },
            ...replies.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ target: { value } }) => {
            const chosen = replies.find(({ id }) => id === value);
            if (chosen) form.set({ text: appendSavedReply(text, chosen.texts[language]) });
          }}
        />
      )}
      <TextArea
        {...form.bindInput('text')}
        lang={language}
        label={t('answer.label')}
        hint={t('answer.hint')}
        rows={8}
      />
      {error && (
        <Notice tone="refusal">{isConflict ? t('answer.conflict') : describeError(error)}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={answer.isPending}>
          {t('answer.send')}
        </Button>
        {waitingSince !== null && (
          <Button variant="quiet" busy={settle.isPending} onClick={settleNow}>
            {t('answer.settle')}
          </Button>
        )}
      </div>
    </form>
  );
}
