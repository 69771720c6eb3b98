import { useState } from 'react';
import { CURRENCY_STORAGE_KEY, getDefaultCurrency } from '#shared/rules/currencies.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatMoney } from '#web/lib/format.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, ChoiceCards } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { chooseInitialCurrency, findPriceOnSale, listCurrencies } from '../model.ts';
import { usePlans, useCreateGiftCheckout } from '../queries.ts';
import { ActionRow } from './action-row.tsx';

/** Version of the words of `gifts:give.consent`; the server refuses another one than its own. */
const CONSENT_VERSION = '2026-11';
const GIFTS = [
  { plan: 'monthly', name: 'month' },
  { plan: 'yearly', name: 'year' },
  { plan: 'lifetime', name: 'lifetime' },
] as const;
type GiftPlan = (typeof GIFTS)[number]['plan'];

/** The order of a pass for another person: which one, what follows, the consent, and the payment. Nothing where none is sold. */
export function GiftOrderForm() {
  const { t, i18n } = useTranslation('gifts');
  const openPage = useOpenPaymentPage();
  const start = useCreateGiftCheckout();
  const { data } = usePlans();
  const [isOpen, setOpen] = useState(false);
  const plans = data?.plans ?? [];
  const onSale = listCurrencies(plans);
  const wanted = data?.currency ?? getDefaultCurrency(null, getDeviceTimeZone());
  const kept = deviceStorage.read(CURRENCY_STORAGE_KEY);
  const currency = onSale.find((one) => one === kept) ?? chooseInitialCurrency(wanted, onSale);
  const offered = GIFTS.flatMap(({ plan, name }) => {
    const sold = plans.find((one) => one.plan === plan);
    const price = sold && currency ? findPriceOnSale(sold, currency) : null;
    return price ? [{ plan, name, amountMinor: price.amountMinor }] : [];
  });
  const form = useForm({
    initial: { plan: 'yearly' as GiftPlan, isAgreed: false },
    validate: ({ isAgreed }) => ({ isAgreed: !isAgreed && t('give.missing') }),
    request: start,
    onSubmit: () => {
      if (!gift || !currency) return;
      const { plan, amountMinor } = gift;
      const consent = { withdrawalUntilRedeemed: true as const, version: CONSENT_VERSION };
      // The mutation keeps the error, which is shown below.
      void start.mutateAsync({ plan, currency, amountMinor, consent }).then(
        ({ url }) => openPage(url),
        () => undefined,
      );
    },
  });
  const gift = offered.find(({ plan }) => plan === form.draft.plan) ?? offered[0];
  if (!gift || !currency) return null;
  const format = (minor: number) => formatMoney(minor, currency, i18n.language);
  return (
    <ActionRow
      title={t('give.title')}
      detail={t('give.detail')}
      isOpen={isOpen}
      onPress={() => setOpen(!isOpen)}
    >
      <form {...form.props} className="grid gap-4">
        <ChoiceCards
          legend={t('give.plan')}
          name="gift"
          choices={offered.map(({ plan, name, amountMinor }) => ({
            value: plan,
            label: t(`give.${name}`),
            detail: format(amountMinor),
          }))}
          value={gift.plan}
          onChange={(plan) => form.set({ plan })}
        />
        <p className="text-ink-2">{t('give.follows')}</p>
        <fieldset>
          <legend className="sr-only">{t('give.consentLegend')}</legend>
          <Checkbox
            name="withdrawalUntilRedeemed"
            label={t('give.consent')}
            checked={form.draft.isAgreed}
            onChange={({ currentTarget }) => form.set({ isAgreed: currentTarget.checked })}
          />
          {form.faults['isAgreed'] && <FieldError>{form.faults['isAgreed']}</FieldError>}
        </fieldset>
        {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
        <Button type="submit" busy={form.isPending}>
          {t('give.submit', { amount: format(gift.amountMinor) })}
        </Button>
      </form>
    </ActionRow>
  );
}
