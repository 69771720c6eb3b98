import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SessionTotals } from '#shared/contract/session-totals.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { computeListeningShares, findTenthWithMostStops } from '../model.ts';

const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;

/** The figures of one session in one language. */
export function SessionTotalsRow({ session }: { session: SessionTotals }) {
  const { t, i18n } = useTranslation(['studio-sessions', 'player']);
  const { id, title, language, isUnpublished, plays, finished, stays, staysDone } = session;
  const locale = i18n.language === 'fr' ? 'fr-FR' : 'en-GB';
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const show = (count: number | null) =>
    count === null ? t('studio-sessions:numbers.hidden') : number.format(count);
  const showPart = (part: number | null, whole: number | null) => {
    if (part === null || whole === null) return t('studio-sessions:numbers.hidden');
    if (whole === 0) return t('studio-sessions:numbers.none');
    const words = { part: number.format(part), whole: number.format(whole) };
    return (
      <>
        {t('studio-sessions:numbers.of', words)}{' '}
        <span className="text-ink-2">({percent.format(part / whole)})</span>
      </>
    );
  };
  return (
    <li className="grid gap-x-8 gap-y-3 py-5 wide:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 className="font-sans text-base font-medium tracking-normal">
          <Link
            href={paths.studioSession(id)}
            lang={language}
            className="wrap-anywhere underline decoration-edge underline-offset-6 hover:decoration-current"
          >
            {title}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">
          {t(`studio-sessions:numbers.languages.${language}`)}
          {isUnpublished && ` · ${t('studio-sessions:states.unpublished')}`}
        </p>
      </div>
      <dl className="tabular grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        <Figure name={t('studio-sessions:numbers.sorts.plays')}>{show(plays)}</Figure>
        <Figure name={t('studio-sessions:numbers.sorts.finished')}>
          {showPart(finished, plays)}
        </Figure>
        <Figure name={t('studio-sessions:numbers.sorts.questions')}>
          {show(session.questions)}
        </Figure>
        <Figure name={t('studio-sessions:numbers.stops')}>
          <Stops session={session} formatShare={(share) => percent.format(share)} />
        </Figure>
        <Figure name={t('studio-sessions:numbers.ratings')}>
          {session.ratings === null ? (
            t('studio-sessions:numbers.hidden')
          ) : Object.values(session.ratings).every((count) => count === 0) ? (
            t('studio-sessions:numbers.none')
          ) : (
            <ul>
              {RATINGS.map((rating) => (
                <li key={rating} className="flex justify-between gap-3">
                  <span className="text-ink-2">{t(`player:rating.${rating}`)}</span>
                  {show(session.ratings?.[rating] ?? 0)}
                </li>
              ))}
            </ul>
          )}
        </Figure>
        <Figure name={t('studio-sessions:numbers.sorts.stays')}>
          {showPart(staysDone, stays)}
        </Figure>
      </dl>
    </li>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * The share that still listens at the end of each tenth as a picture, and in words where most stop; all tenths for screen
 * readers.
 */
function Stops({
  session: { plays, stops },
  formatShare,
}: {
  session: SessionTotals;
  formatShare: (share: number) => string;
}) {
  const { t } = useTranslation('studio-sessions');
  if (plays === null || stops === null) return t('numbers.hidden');
  if (plays === 0) return t('numbers.none');
  const shares = computeListeningShares(plays, stops);
  const most = findTenthWithMostStops(stops);
  const name = (tenth: number) =>
    t('numbers.tenth', { from: formatShare(tenth / 10), to: formatShare((tenth + 1) / 10) });
  return (
    <>
      <svg
        viewBox="0 0 100 24"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-8 w-full"
      >
        {shares.map((share, tenth) => (
          <rect
            key={tenth}
            x={tenth * 10 + 0.75}
            y={23 - share * 22}
            width="8.5"
            height={share * 22 + 1}
            fill={tenth === most ? 'var(--horizon)' : 'var(--edge)'}
          />
        ))}
      </svg>
      <span>
        {most === null
          ? t('numbers.nobodyStops')
          : t('numbers.mostStop', { count: stops[most] ?? 0, where: name(most) })}
      </span>
      <ol className="sr-only">
        {stops.map((count, tenth) => (
          <li key={tenth}>{t('numbers.stopped', { count, where: name(tenth) })}</li>
        ))}
      </ol>
    </>
  );
}
