import type { User } from '#shared/contract/users.ts';
import { isLanguage } from '#shared/rules/languages.ts';
import { useUpdateProfile } from '#web/features/account/queries.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { suggestName } from '../model.ts';
import { SignOutButton } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepCount, StepForm } from './frame.tsx';

/** The step of onboarding that asks for the person's name. */
export function NameStep({ profile, onNext }: { profile: User; onNext: () => void }) {
  const { t } = useTranslation(['onboarding', 'errors']);
  const update = useUpdateProfile();
  const form = useForm({
    initial: () => ({ name: suggestName(profile) }),
    validate: ({ name }) => ({ name: name.trim() === '' && t('onboarding:name.missing') }),
    request: update,
    onSubmit: ({ name }) =>
      update.mutate({ name: name.trim(), timeZone: getDeviceTimeZone() }, { onSuccess: onNext }),
  });

  return (
    <OnboardingPageFrame>
      <StepForm
        form={form}
        errorTitle={t('errors:update_profile')}
        submit={t('onboarding:goOn')}
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
          {...form.bindInput('name')}
          label={t('onboarding:name.label')}
          name="name"
          autoComplete="given-name"
          maxLength={80}
        />
      </StepForm>
    </OnboardingPageFrame>
  );
}

function LanguageButton() {
  const { t } = useTranslation('ui');
  const update = useUpdateProfile();
  const other = t('language.otherCode');
  return (
    <Button
      variant="quiet"
      data-language-switch=""
      lang={other}
      busy={update.isPending}
      onClick={() => isLanguage(other) && update.mutate({ preferredLanguage: other })}
    >
      {t('language.other')}
    </Button>
  );
}
