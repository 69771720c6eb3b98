import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field.tsx';

const CONSENTS = ['immediateAccess', 'withdrawalKnown'] as const;

/**
 * Holds the state of the two consents of an order, neither ticked at first. `check` returns whether both are ticked,
 * and otherwise marks those that are missing.
 */
export function useOrderConsent() {
  const [given, setGiven] = useState({ immediateAccess: false, withdrawalKnown: false });
  const [isMissing, setMissing] = useState(false);
  const check = () => {
    const isGiven = given.immediateAccess && given.withdrawalKnown;
    setMissing(!isGiven);
    return isGiven;
  };
  return { given, setGiven, isMissing, check };
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
