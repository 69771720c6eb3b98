import { useTranslation } from '#web/lib/translation.ts';
import type { FlightRecord } from '../model.ts';
import { LazyFlightFearCurve, LazyKeptRoughness } from './lazy-flight-fear-curve.tsx';

/** Shows one flight of the ledger: expectation and outcome, expected and felt fear, one thing to remember. */
export function FlightRecordView({ record, about }: { record: FlightRecord; about: string }) {
  const { t } = useTranslation('ledger');
  const { expected, happened, keep, onTheWay, rough } = record;
  const fear = chooseFearKey(record);
  const { forecast, felt } = record;
  const lines = [
    [t('list.expected'), expected],
    [t('list.happened'), happened],
    [t('list.fear'), fear && t(`list.${fear}`, { forecast, felt })],
    [t('list.keep'), keep],
  ] as const;
  return (
    <>
      <h3 className="font-sans text-base font-medium first-letter:uppercase">{about}</h3>
      <dl className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-[7rem_1fr]">
        {lines.map(
          ([name, words]) =>
            words !== null && (
              <div key={name} className="contents">
                <dt className="text-sm text-ink-2">{name}</dt>
                <dd className="mb-1 sm:mb-0">{words}</dd>
              </div>
            ),
        )}
      </dl>
      {onTheWay && (
        <div className="mt-2">
          <LazyFlightFearCurve fears={onTheWay} forecast={forecast} />
        </div>
      )}
      {rough && <LazyKeptRoughness minutes={rough} />}
    </>
  );
}

function chooseFearKey({ forecast, felt }: FlightRecord) {
  if (forecast !== null && felt !== null) return 'both';
  if (forecast !== null) return 'forecast';
  return felt === null ? null : 'felt';
}
