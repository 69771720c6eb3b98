import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { computeOfferAmount } from '#shared/rules/offers.ts';
import { parseDateTimeField, formatDateTimeField } from '#web/features/admin/model.ts';
import { now } from '#web/lib/clock.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AUDIENCES, parseAmount } from '../model.ts';
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
  const { t } = useTranslation(['studio-pricing', 'ui']);
  const create = useCreateOffer();
  const { toast } = useToast();
  const form = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('studio-pricing:offers.addTitle')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button type="submit" form={form} busy={create.isPending}>
          {t('studio-pricing:offers.save')}
        </Button>
      }
    >
      <OfferForm
        id={form}
        plans={plans}
        error={create.error}
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
  error: unknown;
  onSubmit: (offer: NewOffer) => void;
}

function OfferForm({ id, plans, error, onSubmit }: OfferFormProps) {
  const { t } = useTranslation(['studio-pricing', 'billing', 'errors']);
  const describeError = useErrorMessage();
  const [draft, setDraft] = useState(() => ({
    plan: plans.find(({ onSale }) => onSale)?.plan ?? 'yearly',
    /** A currency, or none for a percentage of all of them. */
    currency: '',
    off: '20',
    audience: AUDIENCES[0] as (typeof AUDIENCES)[number],
    uses: '1',
    startsAt: formatDateTimeField(now().toISOString()),
    endsAt: formatDateTimeField(new Date(now().getTime() + WEEK_MS).toISOString()),
  }));
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const plan = plans.find((one) => one.plan === draft.plan);
  const currency = plan?.prices.find((one) => one.currency === draft.currency)?.currency ?? null;
  const faults = getFieldFaults(error);
  const describe = (...names: string[]) => {
    const fault = names.map((name) => faults[name]).find(Boolean);
    return fault && t(fault);
  };
  const reduction =
    currency === null
      ? { percentOff: Number(draft.off) }
      : { amountOffMinor: parseAmount(draft.off) ?? 0, currency };
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit({
      plan: draft.plan,
      audience: draft.audience,
      usesPerPerson: Number(draft.uses),
      startsAt: parseDateTimeField(draft.startsAt) ?? '',
      endsAt: parseDateTimeField(draft.endsAt) ?? '',
      ...reduction,
    });
  }
  const bind = (field: 'startsAt' | 'endsAt') => ({
    type: 'datetime-local',
    label: t(`studio-pricing:offers.fields.${field}`),
    error: describe(field),
    value: draft[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      set({ [field]: value }),
  });
  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={submit}>
      <Select
        label={t('studio-pricing:offers.fields.plan')}
        value={draft.plan}
        options={plans.map((one) => ({ value: one.plan, label: t(`billing:plans.${one.plan}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ plan: plans.find((one) => one.plan === value)?.plan ?? draft.plan })
        }
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('studio-pricing:offers.fields.off')}
          inputMode="decimal"
          autoComplete="off"
          error={describe('percentOff', 'amountOffMinor', 'body')}
          value={draft.off}
          onChange={({ currentTarget }) => set({ off: currentTarget.value })}
        />
        <Select
          label={t('studio-pricing:offers.fields.unit')}
          value={draft.currency}
          options={[
            { value: '', label: t('studio-pricing:offers.percent') },
            ...(plan?.prices ?? []).map((one) => ({
              value: one.currency,
              label: t(`billing:currencies.${one.currency}`),
            })),
          ]}
          onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
        />
      </div>
      {plan && <FirstPayments plan={plan} reduction={reduction} />}
      <RadioGroup
        legend={t('studio-pricing:offers.fields.audience')}
        value={draft.audience}
        choices={AUDIENCES.map((value) => ({
          value,
          label: t(`studio-pricing:offers.audience.${value}`),
        }))}
        onChange={(audience) => set({ audience })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...bind('startsAt')} />
        <TextField {...bind('endsAt')} />
      </div>
      <TextField
        type="number"
        min={1}
        max={100}
        label={t('studio-pricing:offers.fields.uses')}
        error={describe('usesPerPerson')}
        value={draft.uses}
        onChange={({ currentTarget }) => set({ uses: currentTarget.value })}
      />
      {error !== null && Object.keys(faults).length === 0 && (
        <Notice tone="refusal">{describeError(error)}</Notice>
      )}
    </form>
  );
}

/** What the first payment becomes in each currency that the offer is for. */
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
    const amount = computeOfferAmount(price, off);
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
