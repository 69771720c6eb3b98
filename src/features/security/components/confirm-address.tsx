import { useMutation } from '@tanstack/react-query';
import { isLanguage, type Language } from '#shared/rules/languages.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { loadAuthProvider } from '#web/features/identity/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** A quiet line that asks for the confirmation of the address until it is given, with the link once more. */
export function ConfirmEmailReminder() {
  const { t, i18n } = useTranslation('security');
  const { email } = useProfile();
  const describeError = useErrorMessage();
  const send = useSendConfirmation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <aside
      aria-label={t('confirm.label')}
      className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 px-5 py-2 text-sm text-ink-2 wide:px-8"
    >
      <p className="max-w-2xl">
        {send.isSuccess ? t('confirm.sent', { email }) : t('confirm.text')}
      </p>
      {!send.isSuccess && (
        <button
          type="button"
          className="text-link inline-flex min-h-11 items-center"
          disabled={send.isPending}
          onClick={() => send.mutate(language)}
        >
          {t('confirm.send')}
        </button>
      )}
      {send.error && <p role="alert">{describeError(send.error)}</p>}
    </aside>
  );
}

/** Mutation that asks for another e-mail with the link that confirms the address. */
function useSendConfirmation() {
  return useMutation({
    mutationFn: async (language: Language) => (await loadAuthProvider()).sendConfirmation(language),
  });
}
