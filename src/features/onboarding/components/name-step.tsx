import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { isLanguage } from '#shared/rules/languages.ts';
import { useUpdateProfile } from '#web/features/account/queries.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { suggestName } from '../model.ts';
import { SignOutButton } from './onboarding-footer.tsx';
import { OnboardingFrame, StepCount, StepForm } from './frame.tsx';

/** The step of onboarding that asks for the person's name. */
export function NameStep({ profile, onNext }: { profile: User; onNext: () => void }) {
  const { t } = useTranslation(['onboarding', 'errors']);
  const describeError = useErrorMessage();
  const update = useUpdateProfile();
  const [name, setName] = useState(() => suggestName(profile));
  const refused = getFieldFaults(update.error)['name'];
  const [missing, setMissing] = useState(false);

  const submit = () => {
    const chosen = name.trim();
    setMissing(chosen === '');
    if (chosen === '') return;
    update.mutate({ name: chosen, timeZone: getDeviceTimeZone() }, { onSuccess: onNext });
  };

  return (
    <OnboardingFrame>
      <StepForm
        onSubmit={submit}
        error={refused && update.error}
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
          error={missing ? t('onboarding:name.missing') : refused && t(refused)}
        />
        {update.error && !refused && (
          <div className="mt-6">
            <Notice tone="refusal" title={t('errors:update_profile')}>
              {describeError(update.error)}
            </Notice>
          </div>
        )}
      </StepForm>
    </OnboardingFrame>
  );
}

/** Switches to the other language. */
function LanguageButton() {
  const { t } = useTranslation('ui');
  const update = useUpdateProfile();
  const other = t('language.otherCode');
  return (
    <Button
      variant="quiet"
      lang={other}
      busy={update.isPending}
      onClick={() => isLanguage(other) && update.mutate({ preferredLanguage: other })}
    >
      {t('language.other')}
    </Button>
  );
}
