import { type ReactNode, useId } from 'react';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { findOptionalTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { FlightRecord } from '../model.ts';

const MAX_TEXT_LENGTH = 500;
const TEXTS = ['expected', 'happened', 'keep'] as const;

const trimToNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** A dialog with the form of a flight's forecast, before the flight, or of its debrief, after it. */
export function FlightRecordDialog({
  kind,
  record,
  about,
  onSave,
  onClose,
}: {
  kind: 'forecast' | 'debrief';
  record: FlightRecord;
  /** The flight's description, since there may be two on one day. */
  about: string;
  onSave: (record: FlightRecord) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['ledger', 'errors']);
  const id = useId();
  const isForecast = kind === 'forecast';
  const needed = isForecast ? 'expected' : 'happened';
  const rated = isForecast ? 'forecast' : 'felt';
  const describeFault = (draft: FlightRecord, name: (typeof TEXTS)[number]) => {
    const text = draft[name] ?? '';
    if (name === needed && text.trim() === '') return t(`ledger:${kind}.missing`);
    const fault = findOptionalTextFaultKey(text, MAX_TEXT_LENGTH);
    return fault && t(fault);
  };
  const form = usePersistedForm(`${kind}:${record.id}`, {
    initial: record,
    validate: (draft) => ({
      ...Object.fromEntries(TEXTS.map((name) => [name, describeFault(draft, name)])),
      [rated]: draft[rated] === null && t('ledger:scaleMissing'),
    }),
    onSubmit: ({ expected, happened, keep: kept, ...rest }) => {
      const texts = {
        expected: trimToNull(expected ?? ''),
        happened: trimToNull(happened ?? ''),
        keep: trimToNull(kept ?? ''),
      };
      form.forget();
      onSave({ ...rest, ...texts });
      onClose();
    },
  });
  const text = (name: (typeof TEXTS)[number]) => ({
    ...form.bindInput(name),
    value: form.draft[name] ?? '',
    rows: 2,
    maxLength: MAX_TEXT_LENGTH,
  });
  const scale = {
    ...form.bindValue(rated),
    low: t('ledger:low'),
    high: t('ledger:high'),
    unsetText: t('ledger:unset'),
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`ledger:${kind}.title`)}
      actions={
        <Button type="submit" form={id}>
          {t(`ledger:${kind}.save`)}
        </Button>
      }
    >
      <form {...form.props} id={id} className="grid gap-6">
        <p className="tabular text-ink-2 first-letter:uppercase">{about}</p>
        {isForecast ? (
          <>
            <TextArea
              label={t('ledger:forecast.expected')}
              hint={t('ledger:forecast.expectedHint')}
              {...text('expected')}
            />
            <Slider label={t('ledger:forecast.fear')} {...scale} />
          </>
        ) : (
          <>
            <ForecastSummary record={record}>
              <TextArea label={t('ledger:debrief.expected')} {...text('expected')} />
            </ForecastSummary>
            <TextArea
              label={t('ledger:debrief.happened')}
              hint={t('ledger:debrief.happenedHint')}
              {...text('happened')}
            />
            <Slider label={t('ledger:debrief.felt')} {...scale} />
            <TextArea
              label={t('ledger:debrief.keep')}
              hint={t('ledger:debrief.keepHint')}
              {...text('keep')}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The forecast, which cannot be changed afterwards; without one, the question. */
function ForecastSummary({ record, children }: { record: FlightRecord; children: ReactNode }) {
  const { t } = useTranslation('ledger');
  if (record.forecast === null || record.expected === null) return children;
  return (
    <div>
      <p className="text-sm text-ink-2">{t('debrief.expectedWas')}</p>
      <p className="font-serif text-lg">{record.expected}</p>
      <p className="text-sm text-ink-2">{t('debrief.forecastWas', { value: record.forecast })}</p>
    </div>
  );
}
