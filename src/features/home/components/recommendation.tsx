import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { RecommendationReason } from '#web/features/plan/components/reason.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';

type Recommended = Dashboard['recommendations'][number];

/** The session recommended first today: its artwork, title, reason, and a button to play it. */
export const RecommendedSession = cacheMarkup(function RecommendedSession({
  content,
  reason,
}: Recommended) {
  const { t } = useTranslation(['common', 'home']);
  const kind = t(`common:kind.${content.kind}`);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4 sm:gap-x-8">
      <div className="w-[min(7.75rem,39%)] sm:w-44">
        <SessionArt
          id={content.id}
          kind={content.kind}
          subject={content.situations[0]}
          scope="r"
          className="draw-next"
        />
      </div>
      {/* Beside the artwork where the text fits, else under it. */}
      <div className="min-w-[min(10.5rem,100%)] flex-1">
        <p className={`text-sm font-medium ${content.kind === 'load' ? 'text-load' : 'text-flow'}`}>
          {t('common:kindAndLength', { kind, count: roundToMinutes(content.durationMs) })}
          <span className="block font-normal wide-low:hidden [@media(width<40rem)_and_(height<52rem)]:hidden">
            {t(`common:kindInWords.${content.kind}`)}
          </span>
        </p>
        <h3 className="mt-0.5 text-xl sm:text-2xl">{content.title}</h3>
        <p className="mt-1.5 text-sm text-ink-2 sm:text-base">
          <RecommendationReason reason={reason} />
        </p>
        <Link href={paths.content(content.id)} asChild>
          <ButtonLink
            className="mt-3.5"
            aria-label={`${t('common:verbs.begin')}: ${content.title}`}
          >
            {t('common:verbs.begin')}
          </ButtonLink>
        </Link>
      </div>
    </div>
  );
});

/** Today's other recommended sessions, as a row of cards that scrolls sideways on a phone. */
export function OtherSessionsToday({
  recommendations,
}: {
  recommendations: readonly Recommended[];
}) {
  return (
    <ul className="max-wide:render-late-62 -mx-5 flex snap-x scroll-px-5 gap-5 overflow-x-auto px-5 pb-2 wide:mx-0 wide:px-0">
      {recommendations.map(({ content }, index) => (
        <OtherSession key={content.id} content={content} scope={`o${index}`} />
      ))}
    </ul>
  );
}

const OtherSession = cacheMarkup(function OtherSession({
  content,
  scope,
}: Pick<Recommended, 'content'> & { scope: string }) {
  const { t } = useTranslation('common');
  return (
    <li className="w-27 shrink-0 snap-start sm:w-32">
      <Link href={paths.content(content.id)} className="group block rounded-3xl">
        <SessionArt
          id={content.id}
          kind={content.kind}
          subject={content.situations[0]}
          scope={scope}
        />
        <span className="mt-2.5 line-clamp-3 text-sm leading-snug font-medium group-hover:underline">
          {content.title}
        </span>
        <span className="mt-0.5 block text-xs text-ink-2">
          {t('kindAndLength', {
            kind: t(`kind.${content.kind}`),
            count: roundToMinutes(content.durationMs),
          })}
        </span>
      </Link>
    </li>
  );
});
