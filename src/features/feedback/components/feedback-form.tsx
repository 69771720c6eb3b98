import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { readFormDraft, removeFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';
import { getFieldFaultKeys } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { MAX_FEEDBACK_LENGTH, validateFeedback } from '../model.ts';
import type { useSendFeedback } from '../queries.ts';

/** The name under which what is typed and not yet sent is kept on this device. */
const DRAFT = 'contact';
const subscribeToNothing = () => () => {};

function readText(owner: string): string {
  const { text } = readFormDraft(owner, DRAFT) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

interface Draft {
  /** Null until something is typed. */
  text: string | null;
  replyTo: string;
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
  const { t, i18n } = useTranslation('feedback');
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  const owner = profile?.id ?? 'anybody';
  // The server, which may have made the first render, knows of none.
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => readText(owner),
    () => '',
  );
  const fill = ({ text, replyTo }: Draft) => ({
    text: text ?? (stored === '' ? initialText : stored),
    replyTo,
    page,
  });
  const form = useForm<Draft>({
    initial: { text: null, replyTo: profile?.email ?? '' },
    validate: (draft) => {
      const { text, replyTo } = validateFeedback(fill(draft));
      return {
        text:
          text &&
          t(`form.${text === 'long' ? 'textTooLong' : 'textMissing'}`, {
            max: MAX_FEEDBACK_LENGTH,
          }),
        replyTo: replyTo && t('form.replyWrong'),
      };
    },
    request: send,
    describeRefusal: (error) => ({
      replyTo: getFieldFaultKeys(error)['replyTo'] && t('form.replyWrong'),
    }),
    onChange: ({ text }) => {
      if (typeof text === 'string') writeFormDraftUnlessSignedOut(owner, DRAFT, { text });
    },
    onSubmit: (draft) => {
      const onSuccess = () => {
        form.reset({ ...draft, text: '' });
        removeFormDraft(owner, DRAFT);
        onSent();
      };
      send.mutate(
        { ...fill(draft), language: i18n.language === 'fr' ? 'fr' : 'en' },
        { onSuccess },
      );
    },
  });

  return (
    <form {...form.props} id={id} className="grid gap-5">
      <TextArea
        {...form.bindInput('text')}
        label={t('form.text')}
        hint={t('form.health')}
        value={fill(form.draft).text}
      />
      {children}
      <TextField
        {...form.bindInput('replyTo')}
        type="email"
        autoComplete="email"
        label={t('form.reply')}
        optional={t('form.optional')}
        hint={replyHint}
      />
      {form.failure && (
        <Notice tone="refusal" title={t('failed')}>
          {form.failure}
        </Notice>
      )}
    </form>
  );
}
