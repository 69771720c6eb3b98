import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type FlightRecord, listFlightsWithFeltFear } from '../model.ts';

/**
 * What was expected of each flight and what was felt, as two lengths from the same mark and in figures; says that there
 * is nothing to compare while there is one flight. Nothing before the first.
 */
export function FlightFearComparisons({ records }: { records: readonly FlightRecord[] }) {
  const { t, i18n } = useTranslation('ledger');
  const measures = listFlightsWithFeltFear(records);
  const [first, last] = [measures[0], measures.at(-1)];
  if (!first || !last) return null;
  const values = { first: first.felt, last: last.felt, count: measures.length };
  return (
    <div className="mb-8">
      <p className="max-w-prose">
        {t(first === last ? 'measures.one' : 'measures.change', values)}
      </p>
      <table className="mt-3 w-full max-w-xl">
        <caption className="sr-only">{t('measures.caption')}</caption>
        <thead className="text-sm text-ink-2">
          <tr>
            <th scope="col" className="text-left font-normal">
              {t('measures.flight')}
            </th>
            <th scope="col" className="pl-3 text-right font-normal">
              {t('measures.expected')}
            </th>
            <th scope="col" className="pl-3 text-right font-normal">
              {t('measures.felt')}
            </th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ id, flownOn, forecast, felt }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-normal">
                {formatDate(flownOn, i18n.language)}
              </th>
              <td className="tabular py-2 pl-3 text-right text-ink-2">{forecast ?? '–'}</td>
              <td className="tabular py-2 pl-3 text-right font-serif text-xl">{felt}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
