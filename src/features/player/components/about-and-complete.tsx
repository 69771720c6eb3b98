import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { SessionComparisonButton } from '#web/features/comparison/components/compare-session.tsx';
import { ShareSessionButton } from '#web/features/sharing/components/share-session.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** Below what is heard, and with much code of its own: loaded with the page, after what it needs first. */
const FurtherActions = createLazyComponent(
  () =>
    import('#web/features/downloads/components/further-actions.tsx').then(
      (m) => m.FurtherSessionActions,
    ),
  // The place of the download button, so that nothing moves when it comes.
  () => <span className="min-h-12" />,
);

const FACT_LINK =
  'inline-flex min-h-11 min-w-11 items-center underline decoration-edge decoration-1 underline-offset-4 hover:decoration-current';

/** About the session: description, sources, author, and a button that marks it as complete. */
export function AboutAndCompleteSession(props: {
  content: ContentDetail;
  completed: boolean;
  /** Null while the page shows the button elsewhere. */
  onComplete: (() => void) | null;
}) {
  const { content, completed, onComplete } = props;
  const { t } = useTranslation(['player', 'common', 'areas']);
  return (
    <section aria-labelledby="about-session" className="border-t border-line pt-6">
      <h2 id="about-session" className="text-xl">
        {t('player:about.title')}
      </h2>
      <p lang={content.language} className="mt-2 max-w-prose text-ink-2">
        {content.summary}
      </p>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-center justify-items-start gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-7 sm:gap-y-3">
        {completed ? (
          <p className="col-span-full flex min-h-12 items-center gap-2.5 font-medium text-flow">
            <Icon name="check" />
            {t('player:complete.done')}
          </p>
        ) : (
          onComplete && (
            <Button
              variant="secondary"
              className="col-span-full"
              icon={<Icon name="check" />}
              onClick={onComplete}
            >
              {t('player:complete.mark')}
            </Button>
          )
        )}
        <ShareSessionButton content={content} />
        <SessionComparisonButton content={content} />
        <FurtherActions content={content} />
      </div>
      <div className="@container mt-5">
        {/* Side by side where large text leaves room. */}
        <dl className="grid items-start gap-x-6 @min-[17rem]:grid-cols-[max-content_minmax(0,1fr)]">
          <Fact name={t('player:about.duration')}>
            {t('common:minutes', { count: roundToMinutes(content.durationMs) })}
          </Fact>
          <Fact name={t('player:about.kind')}>
            {t(`common:kind.${content.kind}`)}
            {' · '}
            {t(`common:kindInWords.${content.kind}`)}
          </Fact>
          <Fact linked name={t('player:about.category')}>
            <Link href={paths.library(content.category)} className={FACT_LINK}>
              {t(`common:category.${content.category}`)}
            </Link>
          </Fact>
          <Fact name={t('player:about.areas')}>
            {content.areas.map((area) => t(`areas:${area}`)).join(' · ')}
          </Fact>
          {content.tags.length > 0 && (
            <Fact linked name={t('player:about.tags')}>
              <ul lang={content.language} className="flex flex-wrap gap-x-4">
                {content.tags.map((tag) => (
                  <li key={tag}>
                    <Link href={paths.librarySearch(tag)} className={FACT_LINK}>
                      {tag}
                    </Link>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </dl>
      </div>
      {content.sources.length > 0 && (
        <Details summary={t('player:about.sources')}>
          <ul className="list-disc pl-5">
            {content.sources.map((source) => (
              <li key={source} className="mt-1.5">
                {source}
              </li>
            ))}
          </ul>
        </Details>
      )}
      <Details summary={t('player:about.author', { author: content.author })}>
        {content.authorPortrait && (
          <img
            src={content.authorPortrait}
            alt=""
            loading="lazy"
            className="mb-3 size-20 rounded-full object-cover"
          />
        )}
        <p lang={content.language}>{content.authorAbout}</p>
      </Details>
    </section>
  );
}

/** Each row is as high as one with touch targets. */
const ROW = 'py-[calc((2.75rem-1lh)/2)]';

function Fact(props: { name: string; linked?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className={`text-ink-2 ${ROW}`}>{props.name}</dt>
      <dd className={props.linked ? '' : ROW}>{props.children}</dd>
    </>
  );
}

function Details({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group mt-4 border-t border-line pt-2">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-medium">
        {summary}
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="max-w-prose pt-1 pb-3 text-ink-2">{children}</div>
    </details>
  );
}
