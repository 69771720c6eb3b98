import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormDraft } from '#web/features/account/hooks/use-form-draft.ts';
import { getOptionalTextFault } from '#web/lib/text-fault.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { FlightRecord } from '../model.ts';

const MAX_TEXT_LENGTH = 500;
const TEXTS = ['expected', 'happened', 'keep'] as const;

const trimToNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** A dialog with the form of a flight's forecast, before the flight, or of its debrief, after it. */
export function RecordDialog({
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
  const { t } = useTranslation(['ledger', 'errors', 'ui']);
  const form = useId();
  const [draft, change, finish] = useFormDraft(`${kind}:${record.id}`, record);
  const [asked, setAsked] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const isForecast = kind === 'forecast';
  const needed = isForecast ? 'expected' : 'happened';
  const rated = isForecast ? 'forecast' : 'felt';
  const empty = (draft[needed] ?? '').trim() === '';
  const getFault = (name: (typeof TEXTS)[number]) =>
    getOptionalTextFault(draft[name] ?? '', MAX_TEXT_LENGTH);
  const describeFault = (name: (typeof TEXTS)[number]) => {
    if (name === needed && empty) return t(`ledger:${kind}.missing`);
    const fault = getFault(name);
    return fault && t(fault);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (empty || draft[rated] === null || TEXTS.some(getFault))
      return showFaultsAndFocusFirst(fields.current, () => setAsked(true));
    const { expected, happened, keep: kept, ...rest } = draft;
    const texts = {
      expected: trimToNull(expected ?? ''),
      happened: trimToNull(happened ?? ''),
      keep: trimToNull(kept ?? ''),
    };
    finish();
    onSave({ ...rest, ...texts });
    onClose();
  };
  const text = (name: (typeof TEXTS)[number]) => ({
    rows: 2,
    maxLength: MAX_TEXT_LENGTH,
    value: draft[name] ?? '',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: asked && describeFault(name),
  });
  const scale = {
    value: draft[rated],
    onChange: (value: number) => change({ [rated]: value }),
    low: t('ledger:low'),
    high: t('ledger:high'),
    unsetText: t('ledger:unset'),
    error: asked && draft[rated] === null && t('ledger:scaleMissing'),
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`ledger:${kind}.title`)}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button type="submit" form={form}>
          {t(`ledger:${kind}.save`)}
        </Button>
      }
    >
      <form ref={fields} id={form} noValidate onSubmit={submit} className="grid gap-6">
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
