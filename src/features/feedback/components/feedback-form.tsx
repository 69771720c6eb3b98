import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type FeedbackProblems, MAX_TEXT_LENGTH, validateFeedback } from '../model.ts';
import type { useSendFeedback } from '../queries.ts';

/** The name under which what is typed and not yet sent is kept on this device. */
const DRAFT = 'contact';
const subscribeToNothing = () => () => {};

/** Reads what somebody typed before; an empty text for nothing. */
function readText(owner: string): string {
  const { text } = readDraft(owner, DRAFT) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

interface FeedbackFormProps {
  id: string;
  /** The path it is about, or `EVERYWHERE`. */
  page: string;
  /** What the message begins with, for the writer to go on from. */
  initialText?: string;
  /** Says what the reply address is for. */
  replyHint: string;
  send: ReturnType<typeof useSendFeedback>;
  onSent: () => void;
  /** Fields between the message and the reply address. */
  children?: ReactNode;
}

/**
 * A message to the operator: text, which is kept on this device until it is sent, further fields, and an optional reply
 * address, by default the account's. Its buttons are rendered by the caller.
 */
export function FeedbackForm(props: FeedbackFormProps) {
  const { id, page, initialText = '', replyHint, send, onSent, children } = props;
  const { t, i18n } = useTranslation(['feedback', 'errors']);
  const [typed, setTyped] = useState<string | null>(null);
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_KEY, enabled: false });
  const owner = profile?.id ?? 'anybody';
  // The server, which may have made the first render, knows of none.
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => readText(owner),
    () => '',
  );
  const text = typed ?? (stored === '' ? initialText : stored);
  const changeText = (changed: string) => {
    setTyped(changed);
    writeDraft(owner, DRAFT, { text: changed });
  };
  const [replyTo, setReplyTo] = useState(profile?.email ?? '');
  const [problems, setProblems] = useState<FeedbackProblems>({});
  const describeError = useErrorMessage();
  const refused = getFieldFaults(send.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = { text, replyTo, page };
    const found = validateFeedback(filled);
    setProblems(found);
    if (Object.keys(found).length > 0 || send.isPending) return;
    const language = i18n.language === 'fr' ? 'fr' : 'en';
    const onSuccess = () => {
      setTyped('');
      removeDraft(owner, DRAFT);
      onSent();
    };
    send.mutate({ ...filled, language }, { onSuccess });
  };

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <TextArea
        label={t('feedback:form.text')}
        hint={t('feedback:form.health')}
        error={
          problems.text
            ? t(`feedback:form.${problems.text === 'long' ? 'textTooLong' : 'textMissing'}`, {
                max: MAX_TEXT_LENGTH,
              })
            : refused['text'] && t(refused['text'])
        }
        value={text}
        onChange={(event) => changeText(event.target.value)}
      />
      {children}
      <TextField
        type="email"
        autoComplete="email"
        label={t('feedback:form.reply')}
        optional={t('feedback:form.optional')}
        hint={replyHint}
        error={(problems.replyTo || refused['replyTo']) && t('feedback:form.replyWrong')}
        value={replyTo}
        onChange={(event) => setReplyTo(event.target.value)}
      />
      {send.error && (
        <Notice tone="refusal" title={t('feedback:failed')}>
          {describeError(send.error)}
        </Notice>
      )}
    </form>
  );
}
