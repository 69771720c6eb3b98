import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field.tsx';
import type { OrderConsent as Consent } from '../model.ts';

const CONSENTS = ['immediateAccess', 'withdrawalKnown'] as const;

/**
 * Holds the state of the two consents of an order, neither ticked at first. `read` returns what was ticked, with the
 * version of the words beside it (`billing:consent`); null, marking those that are missing, unless both are.
 */
export function useOrderConsent() {
  const { t } = useTranslation('billing');
  const [given, setGiven] = useState({ immediateAccess: false, withdrawalKnown: false });
  const [isMissing, setMissing] = useState(false);
  const read = (): Consent | null => {
    const { immediateAccess, withdrawalKnown } = given;
    const isGiven = immediateAccess && withdrawalKnown;
    setMissing(!isGiven);
    return isGiven ? { immediateAccess, withdrawalKnown, version: t('consent.version') } : null;
  };
  return { given, setGiven, isMissing, read };
}

/** The checkboxes of the two consents of an order. */
export function OrderConsent({ given, setGiven, isMissing }: ReturnType<typeof useOrderConsent>) {
  const { t } = useTranslation('billing');
  return (
    <fieldset>
      <legend className="sr-only">{t('consent.legend')}</legend>
      {CONSENTS.map((name) => (
        <Checkbox
          key={name}
          name={name}
          label={t(`consent.${name}`)}
          checked={given[name]}
          onChange={(event) => setGiven({ ...given, [name]: event.target.checked })}
        />
      ))}
      {isMissing && <FieldError>{t('consent.missing')}</FieldError>}
    </fieldset>
  );
}
