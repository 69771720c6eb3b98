import { useTranslation } from 'react-i18next';
import type { OwnPass } from '#shared/contract/billing.ts';
import { useEntryState } from '#web/lib/entry-state.ts';
import { usePassFormats } from '../hooks/use-pass-formats.ts';
import { ActionRow } from './action-row.tsx';

/** Leads to the order of a lifetime pass, with the unused part of the subscription deducted. */
export function LifetimeAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatAmount } = usePassFormats(pass);
  const [, setOrdered] = useEntryState<boolean>('upgrade');
  return (
    <ActionRow
      title={t('manage.lifetime')}
      detail={t('manage.lifetimeText', { amount: formatAmount(pass.lifetimeMinor) })}
      onPress={() => setOrdered(true)}
    />
  );
}
