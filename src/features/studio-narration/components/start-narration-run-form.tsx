import { formatCost } from '#web/features/studio-generation/model.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { parseCeiling } from '../model.ts';
import { useStartNarrationRun } from '../queries.ts';

/** What speaking all that is missing costs, a ceiling, and the button that starts it. */
export function StartNarrationRunForm({
  narration,
}: {
  narration: ReplyOf<'GET /api/admin/narration'>;
}) {
  const { t, i18n } = useTranslation(['studio-narration', 'studio-generation']);
  const start = useStartNarrationRun();
  const { price, currency, cost, characters, speaker } = narration;
  const form = useForm({
    initial: { ceiling: '', publishes: true },
    request: start,
    validate: ({ ceiling }) => ({
      ceiling: parseCeiling(ceiling, price) === undefined && t('studio-narration:ceiling.wrong'),
    }),
    onSubmit: ({ ceiling, publishes }) =>
      start.mutate({ ceiling: parseCeiling(ceiling, price) ?? null, publishes }),
  });
  const readable = narration.missing.filter(({ reason }) => reason !== 'faults').length;
  return (
    <form {...form.props} className="grid max-w-2xl gap-4">
      <p className="text-lg">
        {t('studio-narration:cost.characters', { count: characters })}
        {cost !== null &&
          ` · ${t('studio-narration:cost.money', { cost: formatCost(cost, currency, i18n.language) })}`}
      </p>
      <p className="text-ink-2">
        {t('studio-narration:cost.explained', { name: speaker ?? '', count: narration.atOnce })}
        {price === null && ` ${t('studio-narration:cost.noPrice')}`}
      </p>
      <TextField
        {...form.bindInput('ceiling')}
        label={
          price === null
            ? t('studio-narration:ceiling.characters')
            : t('studio-narration:ceiling.money', { currency })
        }
        hint={t('studio-narration:ceiling.hint')}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-48"
      />
      <Checkbox
        label={t('studio-narration:publishes.label')}
        detail={t('studio-narration:publishes.detail')}
        checked={form.draft.publishes}
        onChange={({ currentTarget }) => form.set({ publishes: currentTarget.checked })}
      />
      {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      <div>
        <Button type="submit" busy={form.isPending} disabled={readable === 0}>
          {t('studio-narration:start')}
        </Button>
      </div>
    </form>
  );
}
