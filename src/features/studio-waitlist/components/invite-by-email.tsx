import { useState } from 'react';
import { LANGUAGES, isLanguage, type Language } from '#shared/rules/languages.ts';
import { getFieldFaultKeys, useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useInviteByEmail } from '../queries.ts';

/** Invites one address that need not be on the waitlist, in a language. */
export function InviteByEmail() {
  const { t, i18n } = useTranslation(['studio-waitlist', 'errors']);
  const describeError = useErrorMessage();
  const invite = useInviteByEmail();
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<Language>(i18n.language === 'fr' ? 'fr' : 'en');
  const fault = getFieldFaultKeys(invite.error)['email'];
  return (
    <form
      className="mt-6 max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '') invite.mutate({ email: email.trim(), language });
      }}
    >
      <h3 className="mb-3 text-lg">{t('studio-waitlist:one.title')}</h3>
      <div className="grid gap-4">
        <TextField
          type="email"
          autoComplete="off"
          label={t('studio-waitlist:one.email')}
          error={fault && t(fault)}
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Select
          label={t('studio-waitlist:one.language')}
          value={language}
          options={LANGUAGES.map((value) => ({
            value,
            label: t(`studio-waitlist:languages.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          busy={invite.isPending}
        >
          {t('studio-waitlist:one.invite')}
        </Button>
      </div>
      <output className="block mt-4 empty:hidden">
        {invite.data &&
          t(invite.data.invited === 0 ? 'studio-waitlist:one.known' : 'studio-waitlist:one.sent', {
            email: invite.variables.email,
          })}
      </output>
      {invite.error && !fault && <Notice tone="refusal">{describeError(invite.error)}</Notice>}
    </form>
  );
}
