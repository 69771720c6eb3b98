import type { User } from '#shared/contract/users.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { useSetFlightDate } from '#web/features/account/queries.ts';
import { readTonightFlightDate } from '#web/features/tonight/queries.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceCards } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { validateFlightAnswer } from '../model.ts';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepCount, StepForm } from './frame.tsx';

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
  const save = useSetFlightDate();
  const form = useForm({
    // What was said on this device before there was an account is not asked again.
    initial: () => {
      const date = profile.flightDate ?? readTonightFlightDate(now());
      return { hasFlight: date === null ? (null as boolean | null) : true, flightDate: date ?? '' };
    },
    validate: ({ hasFlight, flightDate: date }) => {
      const fault = validateFlightAnswer({ hasFlight, date }, getDeviceTimeZone(), now());
      if (fault === 'choose') return { hasFlight: t('onboarding:flight.choose') };
      if (fault === 'missing') return { flightDate: t('onboarding:flight.missing') };
      return { flightDate: fault && t('errors:flight_date_past') };
    },
    request: save,
    describeRefusal: (error) => ({
      flightDate: hasErrorCode(error, 'flight_date_past') && t('errors:flight_date_past'),
    }),
    onSubmit: ({ hasFlight, flightDate }) =>
      save.mutate(hasFlight ? flightDate : null, { onSuccess: onNext }),
  });
  const { hasFlight } = form.draft;

  return (
    <OnboardingPageFrame footer={<OnboardingFooter />}>
      <StepForm
        form={form}
        submit={t('onboarding:goOn')}
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
          onChange={(answer) => form.set({ hasFlight: answer === 'yes' })}
          error={form.faults['hasFlight']}
        />
        {hasFlight && (
          <div className="settle mt-6">
            <TextField
              {...form.bindInput('flightDate')}
              type="date"
              name="flight-date"
              label={t('onboarding:flight.date')}
              hint={t('onboarding:flight.hint')}
              min={getCivilDate(getDeviceTimeZone(), now())}
              max="2100-12-31"
              className="scroll-mb-48"
            />
          </div>
        )}
      </StepForm>
    </OnboardingPageFrame>
  );
}
