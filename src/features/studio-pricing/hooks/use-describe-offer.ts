import { useTranslation } from 'react-i18next';
import type { OfferReply } from '#shared/contract/pricing.ts';
import { formatMoney } from '#web/lib/format.ts';

/** Returns a function that names an offer by its discount and its plan. */
export function useDescribeOffer() {
  const { t, i18n } = useTranslation(['studio-pricing', 'billing']);
  return (offer: Pick<OfferReply, 'plan' | 'percentOff' | 'amountOffMinor' | 'currency'>) => {
    const { plan, percentOff, amountOffMinor, currency } = offer;
    const off =
      currency === null || amountOffMinor === null
        ? `${percentOff ?? 0}\u00a0%`
        : formatMoney(amountOffMinor, currency, i18n.language);
    return t('studio-pricing:offers.name', { off, plan: t(`billing:plans.${plan}`) });
  };
}
