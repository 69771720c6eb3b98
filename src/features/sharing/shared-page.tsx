import { Link, useParams } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { UnframedSessionArt } from '#web/features/art/components/session-art.tsx';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { useIdentity } from '#web/features/identity/queries.ts';
import { ApiError, api, isNotFoundOrBadRequestError } from '#web/lib/api.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { SharedSession as SharedSessionReply } from '#shared/contract/contents.ts';
import type { Language } from '#shared/rules/languages.ts';
import { renderExcerptHtml } from '#shared/rules/script-excerpt.ts';
import {
  FreeSessionPage,
  FreeSessionLink,
  HowToListen,
  SharedExcerptPage,
  SharedSessionPage,
} from './components/shared-session.tsx';

/** Only for whoever is signed in without a pass, and at the end. */
const AfterFreeSession = createLazyComponent(() =>
  import('./components/after-free-session.tsx').then((m) => m.AfterFreeSession),
);

/** `/s/:id`: a shared session in the app; visitors get the page rendered by the server. */
export default function SharedPage() {
  const { t } = useTranslation(['shared', 'ui']);
  const id = useParams<{ id: string }>().id ?? '';
  const { data, error, refetch } = useSharedSession(id);
  const { data: identity } = useIdentity();
  const { data: access } = useQuery({ ...subscriptionQuery, enabled: false });
  const gone = isNotFoundOrBadRequestError(error);
  const errorTitle = gone ? 'shared:gone.title' : 'shared:failed.title';
  usePageTitle(data?.title ?? t(error ? errorTitle : 'ui:loading'), Boolean(data ?? error));
  if (!data && error)
    return gone ? <SessionUnpublished /> : <Failed retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const minutes = String(roundToMinutes(data.durationMs));
  const shown = { session: data, language: data.language, minutes };
  if (access?.hasActiveAccess)
    return (
      <SharedSessionPage
        {...shown}
        sky={<UnframedSessionArt id={data.id} kind={data.kind} subject={data.situations[0]} />}
      >
        <Link href={paths.content(data.id)} asChild>
          <ButtonLink className="max-sm:w-full">{t('shared:page.open')}</ButtonLink>
        </Link>
      </SharedSessionPage>
    );
  const playable = {
    ...shown,
    cues: JSON.stringify(data.excerpt),
    text: renderExcerptHtml(data.excerpt),
    sky: (
      <UnframedSessionArt
        id={data.id}
        kind={data.kind}
        subject={data.situations[0]}
        withSun={false}
      />
    ),
  };
  // Another language has another excerpt, to be wired anew.
  if (data.isFree)
    return (
      <FreeSessionPage
        key={data.language}
        {...playable}
        after={identity ? <AfterFreeSession id={data.id} /> : undefined}
      />
    );
  return (
    <SharedExcerptPage key={data.language} {...playable}>
      {identity ? (
        <PassMissing id={data.id} minutes={minutes} />
      ) : (
        <HowToListen id={data.id} minutes={minutes} />
      )}
    </SharedExcerptPage>
  );
}

/** Says to a signed-in person what is missing; the router leads them there from the session. */
function PassMissing({ id, minutes }: { id: string; minutes: string }) {
  const { t } = useTranslation('shared');
  return (
    <>
      <p className="mt-3 max-w-prose text-ink-2">{t('page.missing', { minutes })}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <FreeSessionLink />
        <Link href={paths.content(id)} asChild>
          <ButtonLink variant="secondary" className="max-sm:w-full">
            {t('page.toPass')}
          </ButtonLink>
        </Link>
      </div>
    </>
  );
}

function SessionUnpublished() {
  const { t } = useTranslation('shared');
  return (
    <Page narrow>
      <h1 className="text-3xl">{t('gone.title')}</h1>
      <p className="mt-3 text-ink-2">{t('gone.text')}</p>
      <Link href={paths.library()} asChild>
        <ButtonLink className="mt-6">{t('gone.action')}</ButtonLink>
      </Link>
    </Page>
  );
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation(['shared', 'ui']);
  return (
    <Page narrow>
      <h1 className="mb-5 text-3xl">{t('shared:failed.title')}</h1>
      <LoadError retry={retry}>{t('shared:failed.text')}</LoadError>
    </Page>
  );
}

function Loading() {
  const { t } = useTranslation('shared');
  return (
    <Page>
      <output aria-busy="true" data-skeleton={2} className="grid gap-8 wide:grid-cols-[1.5fr_1fr]">
        <span className="sr-only">{t('page.loading')}</span>
        <Skeleton className="h-52 w-full max-w-xl wide:self-center" />
        <Skeleton className="window w-32 max-wide:order-first wide:w-72" />
      </output>
    </Page>
  );
}

const isTransientError = (error: Error) =>
  !(error instanceof ApiError && error.status >= 400 && error.status < 500);

/** Queries the public part of a shared session. Refusals (an invalid id, an unpublished session) are not retried. */
function useSharedSession(id: string) {
  const { i18n } = useTranslation();
  const language: Language = i18n.language === 'fr' ? 'fr' : 'en';
  return useQuery<SharedSessionReply>({
    queryKey: ['/api/shared-sessions', id, language],
    queryFn: ({ signal }) =>
      api('GET /api/shared-sessions/:id', { params: { id }, query: { language }, signal }),
    retry: (failures, error) => failures < 1 && isTransientError(error),
  });
}
