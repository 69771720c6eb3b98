import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { PinField } from '#web/features/app-lock/components/pin-field.tsx';
import { FocusFields } from '#web/features/assessment/components/focus-fields.tsx';
import type { AssessmentAnswers, FocusAreas } from '#web/features/assessment/model.ts';
import { EmailField } from '#web/features/auth/components/email-field.tsx';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';
import { ActionRow, ConfirmPanel } from '#web/features/billing/components/action-row.tsx';
import { PaymentFailureView } from '#web/features/billing/components/payment-error.tsx';
import { ContractNoticeForm } from '#web/features/contract/components/notice-form.tsx';
import { ReturnFlightFields } from '#web/features/flights/components/return-fields.tsx';
import type { FlightDraft } from '#web/features/flights/model.ts';
import { EmptyResults } from '#web/features/library/components/empty-results.tsx';
import { LibraryFilters } from '#web/features/library/components/filters.tsx';
import { SearchField } from '#web/features/library/components/search-field.tsx';
import type { LibraryFilter } from '#web/features/library/model.ts';
import { Counted, Kept, type Specimen, type Translate } from '../specimen.tsx';

const ALL: LibraryFilter = {
  category: null,
  situationOrSeat: null,
  fear: null,
  sort: 'newest',
  search: '',
};
const ANSWERS: AssessmentAnswers = Object.fromEntries(
  FEAR_AREAS.map(({ key }, index) => [key, index % 11]),
);
const FOCUS: FocusAreas = {
  primary: 'takeoff_landing_fear',
  secondary: 'turbulence_weather_worry',
};
const FLIGHT: FlightDraft = {
  departsOn: '2027-05-01',
  departsAt: '',
  from: { text: '', code: null, timeZone: null },
  to: { text: '', code: null, timeZone: null },
  number: '',
  hasReturn: false,
  returnOn: '',
  returnAt: '',
};
const NOTICE = { kind: 'end', name: '', email: '', reference: '' } as const;

/** Parts of the forms that people fill in. */
export function listFormParts(t: Translate): Specimen[] {
  return [
    {
      component: 'EmailField',
      states: { wrong: <EmailField value="ada" onChange={() => {}} error={t('notFound.text')} /> },
    },
    {
      component: 'PasswordField',
      states: {
        hidden: (
          <Kept initial="a walk">
            {(value, onChange) => <PasswordField kind="new" value={value} onChange={onChange} />}
          </Kept>
        ),
      },
    },
    {
      component: 'PinField',
      states: {
        wrong: (
          <PinField
            label={t('auth:code')}
            name="pin"
            value="12"
            onChange={() => {}}
            error={t('notFound.text')}
          />
        ),
      },
    },
    {
      component: 'SearchField',
      states: { empty: <SearchField choice={ALL} /> },
    },
    {
      component: 'LibraryFilters',
      states: {
        all: <LibraryFilters choice={ALL} />,
        chosen: <LibraryFilters choice={{ ...ALL, category: 'technical' }} />,
      },
    },
    {
      component: 'EmptyResults',
      states: {
        category: <EmptyResults choice={{ ...ALL, category: 'technical' }} />,
        search: <EmptyResults choice={{ ...ALL, search: 'zeppelin' }} />,
      },
    },
    {
      component: 'FocusFields',
      states: {
        chosen: (
          <Kept initial={FOCUS}>
            {(focus, onChange) => (
              <FocusFields answers={ANSWERS} focus={focus} onChange={onChange} />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'ReturnFlightFields',
      states: {
        single: (
          <Kept initial={FLIGHT}>
            {(draft, change) => (
              <ReturnFlightFields
                draft={draft}
                fault={undefined}
                takesFocus={false}
                set={(part) => change({ ...draft, ...part })}
              />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'ContractNoticeForm',
      states: {
        empty: (
          <Counted>
            {(count) => (
              <ContractNoticeForm draft={NOTICE} endsOn={null} onWrite={() => {}} onGoOn={count} />
            )}
          </Counted>
        ),
        ending: (
          <ContractNoticeForm
            draft={NOTICE}
            endsOn="2027-05-01T00:00:00.000Z"
            onWrite={() => {}}
            onGoOn={() => {}}
          />
        ),
      },
    },
    {
      component: 'ActionRow',
      states: {
        closed: (
          <Kept initial={false}>
            {(isOpen, set) => (
              <ActionRow
                title={t('nav.passes')}
                detail={t('footer.contract')}
                isOpen={isOpen}
                onPress={() => set(!isOpen)}
              >
                <p data-inside="">{t('notFound.text')}</p>
              </ActionRow>
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'ConfirmPanel',
      states: Object.fromEntries(
        (['asking', 'pending', 'failed'] as const).map((state) => [
          state,
          <Counted key={state}>
            {(count) => (
              <ConfirmPanel
                text={t('notFound.text')}
                submit={t('actions.save')}
                change={{
                  isPending: state === 'pending',
                  error: state === 'failed' ? new Error('500') : null,
                }}
                onConfirm={count}
                onCancel={() => {}}
              />
            )}
          </Counted>,
        ]),
      ),
    },
    {
      component: 'PaymentFailureView',
      states: {
        declined: (
          <PaymentFailureView safe={t('notFound.text')} busy={false} onTryAgain={() => {}} />
        ),
        failed: (
          <PaymentFailureView
            error={new Error('500')}
            safe={t('notFound.text')}
            busy
            onTryAgain={() => {}}
          />
        ),
      },
    },
  ];
}
