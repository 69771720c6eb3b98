import type { StudioOverview } from '#shared/contract/totals.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useFormatWeek } from './figure-block.tsx';

/** The window of a share: the more came back, the brighter. */
function getPaneClass(share: number): string {
  if (share >= 0.5) return 'bg-horizon night:text-on-ink';
  return share >= 0.2 ? 'bg-glow night:text-on-ink' : 'bg-raised';
}

/**
 * A cohort table of retention: how many people came back in each week after joining, as a percentage of those who
 * joined in the same week.
 */
export function RetentionTable({ cohorts }: { cohorts: StudioOverview['cohorts'] }) {
  const { t } = useTranslation('studio-overview');
  const formatWeek = useFormatWeek();
  const columns = Math.max(0, ...cohorts.map(({ returned }) => returned.length));
  if (cohorts.length === 0) return <p className="text-ink-2">{t('returns.none')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="tabular text-sm">
        <caption className="sr-only">{t('returns.caption')}</caption>
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className="pr-4 text-left font-normal">
              {t('returns.joined')}
            </th>
            {Array.from({ length: columns }, (_, index) => (
              <th key={index} scope="col" className="px-1 pb-1 font-normal">
                +{index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ week, people, returned }) => (
            <tr key={week}>
              <th scope="row" className="pr-4 text-left font-normal whitespace-nowrap">
                <span className="block">{formatWeek(week)}</span>
                <span className="block text-xs text-ink-2">
                  {people === null ? t('returns.few') : t('returns.people', { count: people })}
                </span>
              </th>
              {returned.map((count, index) => (
                <td key={index} className="p-1">
                  <Pane count={count} people={people} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pane({ count, people }: { count: number | null; people: number | null }) {
  const { t } = useTranslation('studio-overview');
  const isHidden = count === null || !people;
  const share = isHidden ? 0 : count / people;
  return (
    <span
      className={`grid h-9 w-8 place-items-center rounded-[48%/36%] border border-line text-xs text-ink ${isHidden ? '' : getPaneClass(share)}`}
    >
      {isHidden ? (
        <>
          <span aria-hidden="true">·</span>
          <span className="sr-only">{t('hidden')}</span>
        </>
      ) : (
        Math.round(share * 100)
      )}
    </span>
  );
}
