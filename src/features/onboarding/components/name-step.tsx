import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { useUpdateProfile } from '#web/features/account/queries.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { nameToOffer } from '../model.ts';
import { Frame, StepForm } from './frame.tsx';
import { LanguageButton } from './language-button.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { StepCount } from './step-count.tsx';

/** What to call the person. */
export function NameStep({ profile, onNext }: { profile: User; onNext: () => void }) {
  const { t } = useTranslation(['onboarding', 'errors']);
  const sentence = useErrorSentence();
  const update = useUpdateProfile();
  const [name, setName] = useState(() => nameToOffer(profile));
  const [missing, setMissing] = useState(false);

  const submit = () => {
    const chosen = name.trim();
    setMissing(chosen === '');
    if (chosen === '') return document.getElementsByName('name')[0]?.focus();
    update.mutate({ name: chosen, timeZone: ownTimeZone() }, { onSuccess: onNext });
  };

  return (
    <Frame>
      <StepForm
        onSubmit={submit}
        actions={
          <Button type="submit" wide busy={update.isPending}>
            {t('onboarding:goOn')}
          </Button>
        }
        below={
          <div className="flex flex-wrap justify-between gap-x-6">
            <LanguageButton />
            <SignOutButton />
          </div>
        }
      >
        <PageHeading
          above={<StepCount step="name" />}
          title={t('onboarding:name.title')}
          lead={t('onboarding:name.lead')}
        />
        <TextField
          label={t('onboarding:name.label')}
          name="name"
          autoComplete="given-name"
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={missing && t('onboarding:name.missing')}
        />
        {update.error && (
          <div className="mt-6">
            <Notice tone="refusal" title={t('errors:update_profile')}>
              {sentence(update.error)}
            </Notice>
          </div>
        )}
      </StepForm>
    </Frame>
  );
}
