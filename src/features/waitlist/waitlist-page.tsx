import { useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { findApiIdentity } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { attachWaitlist } from './engine/attach-waitlist.ts';

/**
 * The page with the form to join the waiting list. The same code attaches its behaviour in the prerendered page and in
 * the app.
 */
export default function WaitlistPage() {
  const { t, i18n } = useTranslation('landing');
  const signUp = useSignUpMode();
  usePageTitle(t('waitlist.title'));
  const forms = useRef<HTMLDivElement>(null);
  useEffect(() => (forms.current ? attachWaitlist(forms.current) : undefined), []);
  return (
    <div className="mx-auto max-w-6xl px-5 pt-8 pb-20 wide:px-8 wide:pt-12">
      <PageHeading
        title={t('waitlist.title')}
        lead={t(`waitlist.lead.${signUp}`, { name: PRODUCT_NAME })}
      />
      <div ref={forms} data-waitlist={i18n.language} className="grid max-w-2xl gap-8">
        <ConfirmForm />
        <WaitlistForm />
      </div>
    </div>
  );
}

/** Shown when opened from an e-mail's link. Confirms by a button, because mail scanners open links by themselves. */
function ConfirmForm() {
  const { t } = useTranslation('landing');
  return (
    <form data-confirm="" hidden className="grid gap-5">
      <output
        data-answer=""
        data-sending={t('waitlist.sending')}
        data-done={t('waitlist.done')}
        data-expired={t('waitlist.confirm.expired')}
        data-limited={t('waitlist.confirm.limited')}
        data-failed={t('waitlist.confirm.failed')}
        data-offline={t('waitlist.confirm.offline')}
        className="block data-[state=refused]:text-refusal"
      >
        {t('waitlist.confirm.lead')}
      </output>
      <Button type="submit" className="justify-self-start max-sm:w-full">
        {t('waitlist.confirm.send')}
      </Button>
    </form>
  );
}

function WaitlistForm() {
  const { t } = useTranslation('landing');
  const signUp = useSignUpMode();
  return (
    <form data-ask="" noValidate className="grid gap-5">
      {signUp === 'open' && findApiIdentity() === null && (
        <p>
          <a href={paths.auth('sign-up')} className="text-link inline-block py-2.5">
            {t('waitlist.join')}
          </a>
        </p>
      )}
      <TextField
        label={t('waitlist.email')}
        hint={t('waitlist.hint')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={254}
      />
      <Button type="submit" className="justify-self-start max-sm:w-full">
        {t('waitlist.send')}
      </Button>
      <output
        data-answer=""
        data-sending={t('waitlist.sending')}
        data-done={t('waitlist.done')}
        data-emailed={t('waitlist.emailed')}
        data-invalid={t('waitlist.invalid')}
        data-limited={t('waitlist.limited')}
        data-failed={t('waitlist.failed')}
        data-offline={t('waitlist.offline')}
        className="block min-h-[1.55em] data-[state=refused]:text-refusal"
      />
      <noscript>
        <p className="text-sm text-ink-2">{t('waitlist.noScript')}</p>
      </noscript>
    </form>
  );
}
