import { paths } from '#web/lib/paths.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink, getButtonClassName } from '#web/ui/button.tsx';

/** The offer of an account after a session, shown once by the script; nothing where sign-up is closed. */
export function AccountOffer() {
  const { t } = useTranslation('tonight');
  const mode = useSignUpMode();
  if (mode === 'closed') return null;
  return (
    <div data-offer="" hidden className="max-w-2xl border-l-2 border-horizon pl-4">
      <h2 className="text-xl">{t('offer.title')}</h2>
      <p className="mt-1 max-w-prose text-ink-2">{t(`offer.text.${mode}`)}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonLink
          href={mode === 'open' ? paths.auth('sign-up') : paths.waitlist()}
          variant="secondary"
        >
          {t(`offer.accept.${mode}`)}
        </ButtonLink>
        <button type="button" data-decline="" className={getButtonClassName('quiet')}>
          {t('offer.decline')}
        </button>
      </p>
    </div>
  );
}
