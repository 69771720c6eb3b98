import { useState } from 'react';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { screeningStore } from '#web/features/screening/store.ts';
import { ApiError, isNotFoundOrBadRequestError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlayerHeader } from './player-header.tsx';
import { PlayerView } from './player-view.tsx';
import { useContent } from '../queries.ts';

/** Few sessions ask a question first, and offer another one then. */
const NextSession = createLazyComponent(() =>
  import('./next-session.tsx').then((m) => m.NextRecommendedSession),
);
const Screening = createLazyComponent(() =>
  import('#web/features/screening/components/screening.tsx').then((m) => m.SafetyQuestion),
);

/** Loads a session and shows its player, on whatever page. */
export function SessionPlayer({ id }: { id: string }) {
  const { t } = useTranslation(['player', 'ui']);
  const { data, error, refetch } = useContent(id);
  const errorTitle = isNotFoundOrBadRequestError(error)
    ? 'player:notFound.title'
    : 'player:failed.title';
  usePageTitle(data?.title ?? t(error ? errorTitle : 'ui:loading'), Boolean(data ?? error));
  // A session unpublished while open can still be finished.
  const gone = error instanceof ApiError && error.status === 404;
  // The key remounts the player for another session, so that nothing of this one plays on.
  if (data)
    return <ScreenedPlayer key={`${data.id}/${data.language}`} content={data} gone={gone} />;
  if (!error) return <Loading />;
  return <ContentError error={error} retry={() => void refetch()} />;
}

/** The player, after the question of a session that has one. */
function ScreenedPlayer({ content, gone }: { content: ContentDetail; gone: boolean }) {
  const owner = useProfile().id;
  const { id, guard } = content;
  const [cleared, setCleared] = useState(() => !guard || screeningStore.hasPassed(owner, id));
  if (cleared || !guard) return <PlayerView content={content} gone={gone} />;
  const clear = () => {
    screeningStore.recordPassed(owner, id);
    setCleared(true);
  };
  return (
    <div className="mx-auto w-full max-w-6xl px-5 wide:px-8">
      <PlayerHeader content={content} />
      <div className="pt-4 pb-16 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] wide:gap-16 wide:pt-10">
        <div className="max-wide:hidden">
          <SessionArt
            id={id}
            kind={content.kind}
            subject={content.situations[0]}
            className="mx-auto w-72"
          />
        </div>
        <Screening guard={guard} another={<NextSession id={id} open />} onClear={clear} />
      </div>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('ui');
  return (
    <div className="mx-auto w-full max-w-6xl px-5 wide:px-8">
      {/* Laid out like the session itself, so that nothing moves when it loads. */}
      <div className="player-stage">
        <div className="player-grid">
          <div className="player-head">
            <PlayerHeader />
          </div>
          <output aria-busy="true" data-skeleton={2} className="contents">
            <span className="sr-only">{t('loading')}</span>
            <span className="player-art pb-11">
              <Skeleton className="window mx-auto h-[clamp(6rem,100dvh-35rem,24rem)] wide:h-[min(62dvh,34rem)]" />
            </span>
            <span className="player-words">
              <Skeleton className="h-28 w-full max-w-xl" />
            </span>
          </output>
        </div>
      </div>
    </div>
  );
}

function ContentError({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['player', 'errors', 'ui']);
  const describeError = useErrorMessage();
  const missing = isNotFoundOrBadRequestError(error);
  return (
    <>
      <div className="mx-auto w-full max-w-6xl px-5 wide:px-8">
        <PlayerHeader />
      </div>
      <Page narrow>
        <h1 className="text-3xl">
          {missing ? t('errors:content_not_found') : t('player:failed.title')}
        </h1>
        {missing ? (
          <p className="mt-3 text-ink-2">{t('player:notFound.text')}</p>
        ) : (
          <div className="mt-5">
            <Notice tone="refusal">
              {describeError(error)} {t('player:failed.safe')}
            </Notice>
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {!missing && <Button onClick={retry}>{t('ui:actions.tryAgain')}</Button>}
          <Link href={paths.library()} asChild>
            <ButtonLink variant={missing ? 'primary' : 'secondary'}>{t('player:back')}</ButtonLink>
          </Link>
        </div>
      </Page>
    </>
  );
}
