import { useId } from 'react';
import { parseDateTimeField } from '#web/features/admin/model.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { getFieldFaultKeys } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { parseAmountMinor } from '../model.ts';
import { type PricedPlan, useCreatePromotionCode } from '../queries.ts';

/** A dialog that creates a promotion code. Codes are never edited, only ended. */
export function NewPromotionCodeDialog({
  plans,
  onClose,
}: {
  plans: readonly PricedPlan[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['studio-pricing', 'billing', 'errors']);
  const create = useCreatePromotionCode();
  const { toast } = useToast();
  const id = useId();
  const currencies = [
    ...new Set(plans.flatMap(({ prices }) => prices.map(({ currency }) => currency))),
  ];
  const form = useForm({
    initial: () => ({
      id: crypto.randomUUID(),
      code: '',
      off: '20',
      /** A currency, or none for a percentage of all of them. */
      currency: '',
      plan: '',
      endsAt: '',
      maxUses: '',
    }),
    request: create,
    describeRefusal: (error) => {
      const { percentOff, amountOffMinor } = getFieldFaultKeys(error);
      const fault = percentOff ?? amountOffMinor;
      return {
        code: hasErrorCode(error, 'conflict') && t('studio-pricing:promotions.taken'),
        off: fault && t(fault),
      };
    },
    onSubmit: (draft) => {
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
          ? { ...terms, currency, amountOffMinor: parseAmountMinor(draft.off) ?? 0 }
          : { ...terms, percentOff: Number(draft.off) },
        {
          onSuccess: () => {
            toast({ title: t('studio-pricing:saved') });
            onClose();
          },
          // What is sent next is another request.
          onError: () => form.set({ id: crypto.randomUUID() }),
        },
      );
    },
  });
  const bind = (field: 'code' | 'off' | 'endsAt' | 'maxUses') => ({
    ...form.bindInput(field),
    label: t(`studio-pricing:promotions.fields.${field}`),
    autoComplete: 'off',
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-pricing:promotions.addTitle')}
      actions={
        <Button type="submit" form={id} busy={form.isPending}>
          {t('studio-pricing:promotions.save')}
        </Button>
      }
    >
      <form {...form.props} id={id} className="grid gap-5">
        <TextField {...bind('code')} hint={t('studio-pricing:promotions.codeHint')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...bind('off')} inputMode="decimal" />
          <Select
            {...form.bindInput('currency')}
            label={t('studio-pricing:offers.fields.unit')}
            options={[
              { value: '', label: t('studio-pricing:offers.percent') },
              ...currencies.map((value) => ({ value, label: t(`billing:currencies.${value}`) })),
            ]}
          />
        </div>
        <Select
          {...form.bindInput('plan')}
          label={t('studio-pricing:offers.fields.plan')}
          options={[
            { value: '', label: t('studio-pricing:promotions.every') },
            ...plans.map(({ plan }) => ({ value: plan, label: t(`billing:plans.${plan}`) })),
          ]}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...bind('endsAt')} type="datetime-local" />
          <TextField {...bind('maxUses')} type="number" min={1} />
        </div>
        {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      </form>
    </Dialog>
  );
}
