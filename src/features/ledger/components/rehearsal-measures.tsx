import { getCivilDate } from '#shared/rules/flight-date.ts';
import { useLadder } from '#web/features/ladder/queries.ts';
import { useFormatStepName } from '#web/features/ladder/hooks/use-step-name.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { listRehearsalFearComparisons } from '../model.ts';

const SHOWN = 12;

/** What was expected of each rehearsal and what was felt, at its highest; nothing before the first. */
export function RehearsalFearComparisons() {
  const { t, i18n } = useTranslation('ledger');
  const getStepName = useFormatStepName();
  const { data } = useLadder();
  const measures = listRehearsalFearComparisons(data?.steps ?? []).slice(-SHOWN);
  if (measures.length === 0) return null;
  return (
    <div className="mt-10">
      <h3 className="font-sans text-base font-medium">{t('rehearsals.heading')}</h3>
      <table className="mt-3 w-full max-w-xl">
        <caption className="sr-only">{t('rehearsals.caption')}</caption>
        <thead className="text-sm text-ink-2">
          <tr>
            <th scope="col" className="text-left font-normal">
              {t('rehearsals.which')}
            </th>
            <th scope="col" className="text-right font-normal">
              {t('measures.expected')}
            </th>
            <th scope="col" className="text-right font-normal">
              {t('measures.felt')}
            </th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ id, step, startedAt, forecast, felt }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-normal">
                {getStepName(step)}
                <span className="block text-sm text-ink-2 first-letter:uppercase">
                  {formatDate(
                    getCivilDate(getDeviceTimeZone(), new Date(startedAt)),
                    i18n.language,
                  )}
                </span>
              </th>
              <td className="tabular py-2 pl-3 text-right text-ink-2">{forecast}</td>
              <td className="tabular py-2 pl-3 text-right font-serif text-xl">{felt}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
