import { useId } from 'react';
import { computeOfferPriceMinor } from '#shared/rules/offers.ts';
import { parseDateTimeField, formatDateTimeField } from '#web/features/admin/model.ts';
import { now } from '#web/lib/clock.ts';
import { getFieldFaultKeys } from '#web/lib/error-message.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { OFFER_AUDIENCES, parseAmountMinor } from '../model.ts';
import { type NewOffer, type PricedPlan, useCreateOffer } from '../queries.ts';

const WEEK_MS = 7 * 86_400_000;

interface NewOfferDialogProps {
  plans: readonly PricedPlan[];
  isOpen: boolean;
  onClose: () => void;
}

/**
 * A dialog that creates a price offer, which lowers the first payment of a plan for a time. Offers are never edited,
 * only ended.
 */
export function NewOfferDialog({ plans, isOpen, onClose }: NewOfferDialogProps) {
  const { t } = useTranslation(['studio-pricing']);
  const create = useCreateOffer();
  const { toast } = useToast();
  const form = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('studio-pricing:offers.addTitle')}
      actions={
        <Button type="submit" form={form} busy={create.isPending}>
          {t('studio-pricing:offers.save')}
        </Button>
      }
    >
      <OfferForm
        id={form}
        plans={plans}
        request={create}
        onSubmit={(offer) =>
          create.mutate(offer, {
            onSuccess: () => {
              toast({ title: t('studio-pricing:saved') });
              onClose();
            },
          })
        }
      />
    </Dialog>
  );
}

interface OfferFormProps {
  id: string;
  plans: readonly PricedPlan[];
  request: { error: Error | null; isPending: boolean };
  onSubmit: (offer: NewOffer) => void;
}

function OfferForm({ id, plans, request, onSubmit }: OfferFormProps) {
  const { t } = useTranslation(['studio-pricing', 'billing', 'errors']);
  const form = useForm({
    initial: () => ({
      plan: plans.find(({ onSale }) => onSale)?.plan ?? 'yearly',
      /** A currency, or none for a percentage of all of them. */
      currency: '',
      off: '20',
      audience: OFFER_AUDIENCES[0] as (typeof OFFER_AUDIENCES)[number],
      usesPerPerson: '1',
      startsAt: formatDateTimeField(now().toISOString()),
      endsAt: formatDateTimeField(new Date(now().getTime() + WEEK_MS).toISOString()),
    }),
    request,
    describeRefusal: (error) => {
      const { percentOff, amountOffMinor, body } = getFieldFaultKeys(error);
      const fault = percentOff ?? amountOffMinor ?? body;
      return { off: fault && t(fault) };
    },
    onSubmit: ({ plan: chosen, audience, usesPerPerson, startsAt, endsAt }) =>
      onSubmit({
        plan: chosen,
        audience,
        usesPerPerson: Number(usesPerPerson),
        startsAt: parseDateTimeField(startsAt) ?? '',
        endsAt: parseDateTimeField(endsAt) ?? '',
        ...reduction,
      }),
  });
  const { draft } = form;
  const plan = plans.find((one) => one.plan === draft.plan);
  const currency = plan?.prices.find((one) => one.currency === draft.currency)?.currency ?? null;
  const reduction =
    currency === null
      ? { percentOff: Number(draft.off) }
      : { amountOffMinor: parseAmountMinor(draft.off) ?? 0, currency };
  const bindTime = (field: 'startsAt' | 'endsAt') => ({
    ...form.bindInput(field),
    type: 'datetime-local',
    label: t(`studio-pricing:offers.fields.${field}`),
  });
  return (
    <form {...form.props} id={id} className="grid gap-5">
      <Select
        {...form.bindInput('plan')}
        label={t('studio-pricing:offers.fields.plan')}
        options={plans.map((one) => ({ value: one.plan, label: t(`billing:plans.${one.plan}`) }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.bindInput('off')}
          label={t('studio-pricing:offers.fields.off')}
          inputMode="decimal"
          autoComplete="off"
        />
        <Select
          {...form.bindInput('currency')}
          label={t('studio-pricing:offers.fields.unit')}
          options={[
            { value: '', label: t('studio-pricing:offers.percent') },
            ...(plan?.prices ?? []).map((one) => ({
              value: one.currency,
              label: t(`billing:currencies.${one.currency}`),
            })),
          ]}
        />
      </div>
      {plan && <FirstPayments plan={plan} reduction={reduction} />}
      <RadioGroup
        {...form.bindValue('audience')}
        legend={t('studio-pricing:offers.fields.audience')}
        choices={OFFER_AUDIENCES.map((value) => ({
          value,
          label: t(`studio-pricing:offers.audience.${value}`),
        }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...bindTime('startsAt')} />
        <TextField {...bindTime('endsAt')} />
      </div>
      <TextField
        {...form.bindInput('usesPerPerson')}
        type="number"
        min={1}
        max={100}
        label={t('studio-pricing:offers.fields.uses')}
      />
      {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
    </form>
  );
}

function FirstPayments({
  plan,
  reduction,
}: {
  plan: PricedPlan;
  reduction: { percentOff?: number; amountOffMinor?: number; currency?: string };
}) {
  const { t, i18n } = useTranslation('studio-pricing');
  const off = { percentOff: null, amountOffMinor: null, currency: null, ...reduction };
  const lowered = plan.prices.flatMap((price) => {
    const amount = computeOfferPriceMinor(price, off);
    return amount === null ? [] : [formatMoney(amount, price.currency, i18n.language)];
  });
  return (
    <p className="tabular text-sm text-ink-2" aria-live="polite">
      {lowered.length > 0
        ? t('offers.becomes', { amounts: lowered.join(' · ') })
        : t('offers.becomesNothing')}
    </p>
  );
}
