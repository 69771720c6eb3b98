import { useId, useState } from 'react';
import type { PassPlan } from '#shared/contract/fields.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { parseAmountMinor, formatAmountField } from '../model.ts';
import { type PricedPlan, useChangePrice, usePriceHistory } from '../queries.ts';

interface PriceDialogProps {
  plan: PassPlan;
  price: PricedPlan['prices'][number];
  onClose: () => void;
}

/** A dialog that changes the price of a plan in a currency and shows the former prices. */
export function PriceDialog({ plan, price, onClose }: PriceDialogProps) {
  const { t, i18n } = useTranslation(['studio-pricing', 'billing']);
  /** The price that was seen: another one that comes while this is open is told, not written over. */
  const [seen, setSeen] = useState(price);
  const { toast } = useToast();
  const change = useChangePrice();
  const id = useId();
  const form = useForm({
    initial: () => ({ amount: formatAmountField(price.amountMinor, i18n.language) }),
    request: change,
    onSubmit: () => {
      if (amountMinor === null) return;
      const body = { plan, currency: price.currency, amountMinor, replaces: seen.id };
      const onSuccess = () => {
        toast({ title: t('studio-pricing:saved') });
        onClose();
      };
      change.mutate(body, { onSuccess });
    },
  });
  const amountMinor = parseAmountMinor(form.draft.amount);
  const isConflict = hasErrorCode(change.error, 'conflict');
  const isOther = price.id !== seen.id;
  const format = (minor: number) => formatMoney(minor, price.currency, i18n.language);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t(`billing:plans.${plan}`)}, ${t(`billing:currencies.${price.currency}`)}`}
      actions={
        <Button
          type="submit"
          form={id}
          busy={form.isPending}
          disabled={amountMinor === null || amountMinor === seen.amountMinor || isOther}
        >
          {t('studio-pricing:price.save')}
        </Button>
      }
    >
      <form {...form.props} id={id} className="grid gap-4">
        <TextField
          {...form.bindInput('amount')}
          label={t('studio-pricing:price.amount')}
          hint={t('studio-pricing:price.hint')}
          error={amountMinor === null ? t('studio-pricing:price.invalid') : form.faults['amount']}
          inputMode="decimal"
          autoComplete="off"
        />
        {isOther && (
          <Notice
            live
            actions={
              <Button
                variant="secondary"
                onClick={() => {
                  setSeen(price);
                  change.reset();
                }}
              >
                {t('studio-pricing:price.goOn')}
              </Button>
            }
          >
            {t('studio-pricing:price.changed', { amount: format(price.amountMinor) })}
          </Notice>
        )}
        {form.failure && !isConflict && <Notice tone="refusal">{form.failure}</Notice>}
      </form>
      <PriceHistory plan={plan} currency={price.currency} />
    </Dialog>
  );
}

function PriceHistory({
  plan,
  currency,
}: {
  plan: PassPlan;
  currency: PricedPlan['prices'][number]['currency'];
}) {
  const { t, i18n } = useTranslation('studio-pricing');
  const { data } = usePriceHistory(plan, currency);
  const formatAt = (at: string) => formatDateTime(new Date(at), i18n.language);
  return (
    <>
      <h3 className="mt-6 text-lg">{t('price.history')}</h3>
      <ul className="mt-2 divide-y divide-line text-sm">
        {data?.prices.map(({ id, amountMinor, validFrom, validUntil }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="tabular">{formatMoney(amountMinor, currency, i18n.language)}</span>
            <span className="text-ink-2">
              {validUntil === null
                ? t('price.since', { from: formatAt(validFrom) })
                : t('price.between', { from: formatAt(validFrom), until: formatAt(validUntil) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
