import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field.tsx';
import type { OrderConsent } from '../model.ts';

const CONSENTS = ['immediateAccess', 'withdrawalKnown'] as const;

/**
 * Returns the form of the two consents of an order, neither ticked at first. Once it is submitted with both, `onGiven`
 * gets what was ticked, with the version of the words beside it (`billing:consent`).
 */
export function useOrderConsent(onGiven: (consent: OrderConsent) => void) {
  const { t } = useTranslation('billing');
  return useForm({
    initial: { immediateAccess: false, withdrawalKnown: false },
    validate: (given) => ({
      consent: CONSENTS.some((name) => !given[name]) && t('consent.missing'),
    }),
    onSubmit: ({ immediateAccess, withdrawalKnown }) => {
      if (immediateAccess && withdrawalKnown)
        onGiven({ immediateAccess, withdrawalKnown, version: t('consent.version') });
    },
  });
}

/** The checkboxes of the two consents of an order. */
export function OrderConsentFields({ form }: { form: ReturnType<typeof useOrderConsent> }) {
  const { t } = useTranslation('billing');
  const missing = form.faults['consent'];
  return (
    <fieldset>
      <legend className="sr-only">{t('consent.legend')}</legend>
      {CONSENTS.map((name) => (
        <Checkbox
          key={name}
          name={name}
          label={t(`consent.${name}`)}
          checked={form.draft[name]}
          onChange={(event) => form.set({ [name]: event.target.checked })}
        />
      ))}
      {missing && <FieldError>{missing}</FieldError>}
    </fieldset>
  );
}
