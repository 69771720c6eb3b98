import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { InlineSelect } from '#web/ui/field.tsx';
import { computeDateRange, type DateRange, RANGE_WEEKS_CHOICES } from '../model.ts';

const FIELD =
  'min-h-11 rounded-lg bg-transparent text-ink underline decoration-edge underline-offset-6';

/** Fields that choose the range of the overview's charts: a number of weeks up to now, or two dates. */
export function RangeChoice({
  range,
  onChange,
}: {
  range: DateRange;
  onChange: (range: DateRange) => void;
}) {
  const { t } = useTranslation('studio-overview');
  const span = RANGE_WEEKS_CHOICES.find((weeks) => {
    const { from, to } = computeDateRange(weeks, now());
    return from === range.from && to === range.to;
  });
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <InlineSelect
        label={t('range.label')}
        hideLabel
        value={span ?? ''}
        options={[
          ...(span ? [] : [{ value: '', label: t('range.other') }]),
          ...RANGE_WEEKS_CHOICES.map((weeks) => ({
            value: String(weeks),
            label: t('range.weeks', { count: weeks }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          value !== '' && onChange(computeDateRange(Number(value), now()))
        }
      />
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex items-center gap-2 text-sm text-ink-2">
          {t(`range.${end}`)}
          <input
            type="date"
            className={FIELD}
            value={range[end]}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && onChange({ ...range, [end]: value })
            }
          />
        </label>
      ))}
    </div>
  );
}
