import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { useSetFlightDate } from '#web/features/account/queries.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceCards } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { validateFlightAnswer } from '../model.ts';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingFrame, StepCount, StepForm } from './frame.tsx';

type Fault = ReturnType<typeof validateFlightAnswer>;

/** The step of onboarding that asks whether a flight is planned, and when; "not yet" is a valid answer. */
export function FlightStep({
  profile,
  onNext,
  onBack,
}: {
  profile: User;
  onNext: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation(['onboarding', 'ui', 'errors']);
  const describeError = useErrorMessage();
  const save = useSetFlightDate();
  const [hasFlight, setHasFlight] = useState<boolean | null>(profile.flightDate ? true : null);
  const [date, setDate] = useState(profile.flightDate ?? '');
  const [fault, setFault] = useState<Fault>(null);

  const refused = getFieldFaults(save.error, { flight_date_past: 'flightDate' })['flightDate'];

  const submit = () => {
    const found = validateFlightAnswer({ hasFlight, date }, getDeviceTimeZone(), now());
    setFault(found);
    if (!found) save.mutate(hasFlight ? date : null, { onSuccess: onNext });
  };
  const wrongDate: Partial<Record<NonNullable<Fault>, string>> = {
    missing: t('onboarding:flight.missing'),
    past: t('errors:flight_date_past'),
  };

  return (
    <OnboardingFrame footer={<OnboardingFooter />}>
      <StepForm
        onSubmit={submit}
        error={refused && save.error}
        actions={
          <Button type="submit" wide busy={save.isPending}>
            {t('onboarding:goOn')}
          </Button>
        }
        below={
          <Button variant="quiet" onClick={onBack}>
            {t('ui:actions.back')}
          </Button>
        }
      >
        <PageHeading
          above={<StepCount step="flight" />}
          title={t('onboarding:flight.title')}
          lead={t('onboarding:flight.lead')}
        />
        <ChoiceCards
          legend={t('onboarding:flight.title')}
          hideLegend
          choices={[
            { value: 'yes', label: t('onboarding:flight.yes') },
            { value: 'no', label: t('onboarding:flight.no') },
          ]}
          value={hasFlight === null ? null : hasFlight ? 'yes' : 'no'}
          onChange={(answer) => {
            setHasFlight(answer === 'yes');
            setFault(null);
          }}
          error={fault === 'choose' && t('onboarding:flight.choose')}
        />
        {hasFlight && (
          <div className="settle mt-6">
            <TextField
              type="date"
              name="flight-date"
              label={t('onboarding:flight.date')}
              hint={t('onboarding:flight.hint')}
              min={getCivilDate(getDeviceTimeZone(), now())}
              max="2100-12-31"
              className="scroll-mb-48"
              value={date}
              onChange={(event) => setDate(event.target.value)}
              error={fault ? wrongDate[fault] : refused && t(refused)}
            />
          </div>
        )}
        {save.error && !refused && (
          <div className="mt-6">
            <Notice tone="refusal">{describeError(save.error)}</Notice>
          </div>
        )}
      </StepForm>
    </OnboardingFrame>
  );
}
