import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDateTimeField } from '#web/features/admin/model.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { parseAmount } from '../model.ts';
import { type PricedPlan, useCreatePromotion } from '../queries.ts';

/** A dialog that creates a promotion code. Codes are never edited, only ended. */
export function NewPromotionDialog({
  plans,
  onClose,
}: {
  plans: readonly PricedPlan[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['studio-pricing', 'billing', 'errors', 'ui']);
  const create = useCreatePromotion();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const form = useId();
  const [draft, setDraft] = useState(() => ({
    id: crypto.randomUUID(),
    code: '',
    off: '20',
    /** A currency, or none for a percentage of all of them. */
    currency: '',
    /** A plan, or none for each. */
    plan: '',
    endsAt: '',
    maxUses: '',
  }));
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const faults = getFieldFaults(create.error);
  const describe = (...names: string[]) => {
    const fault = names.map((name) => faults[name]).find(Boolean);
    return fault && t(fault);
  };
  const currencies = [
    ...new Set(plans.flatMap(({ prices }) => prices.map(({ currency }) => currency))),
  ];
  const isTaken = hasErrorCode(create.error, 'conflict');
  function submit(event: FormEvent) {
    event.preventDefault();
    const currency = currencies.find((one) => one === draft.currency);
    const terms = {
      id: draft.id,
      code: draft.code.trim().toUpperCase(),
      plan: plans.find((one) => one.plan === draft.plan)?.plan ?? null,
      endsAt: draft.endsAt === '' ? null : parseDateTimeField(draft.endsAt),
      maxUses: draft.maxUses === '' ? null : Number(draft.maxUses),
    };
    create.mutate(
      currency
        ? { ...terms, currency, amountOffMinor: parseAmount(draft.off) ?? 0 }
        : { ...terms, percentOff: Number(draft.off) },
      {
        onSuccess: () => {
          toast({ title: t('studio-pricing:saved') });
          onClose();
        },
        // What is sent next is another request.
        onError: () => set({ id: crypto.randomUUID() }),
      },
    );
  }
  const bind = (field: 'code' | 'off' | 'endsAt' | 'maxUses') => ({
    label: t(`studio-pricing:promotions.fields.${field}`),
    value: draft[field],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      set({ [field]: value }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-pricing:promotions.addTitle')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button type="submit" form={form} busy={create.isPending}>
          {t('studio-pricing:promotions.save')}
        </Button>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          {...bind('code')}
          hint={t('studio-pricing:promotions.codeHint')}
          error={isTaken ? t('studio-pricing:promotions.taken') : describe('code')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...bind('off')}
            inputMode="decimal"
            error={describe('percentOff', 'amountOffMinor')}
          />
          <Select
            label={t('studio-pricing:offers.fields.unit')}
            value={draft.currency}
            options={[
              { value: '', label: t('studio-pricing:offers.percent') },
              ...currencies.map((value) => ({ value, label: t(`billing:currencies.${value}`) })),
            ]}
            onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
          />
        </div>
        <Select
          label={t('studio-pricing:offers.fields.plan')}
          value={draft.plan}
          options={[
            { value: '', label: t('studio-pricing:promotions.every') },
            ...plans.map(({ plan }) => ({ value: plan, label: t(`billing:plans.${plan}`) })),
          ]}
          onChange={({ currentTarget }) => set({ plan: currentTarget.value })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...bind('endsAt')} type="datetime-local" error={describe('endsAt')} />
          <TextField {...bind('maxUses')} type="number" min={1} error={describe('maxUses')} />
        </div>
        {create.error !== null && !isTaken && Object.keys(faults).length === 0 && (
          <Notice tone="refusal">{describeError(create.error)}</Notice>
        )}
      </form>
    </Dialog>
  );
}
