import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#shared/contract/users.ts';
import { computeCountdown } from '#shared/rules/flight-date.ts';
import { toFlightNearness } from '#shared/rules/tonight.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { NotFound } from '#web/features/missing/components/not-found.tsx';
import { isNotFoundOrBadRequestError } from '#web/lib/api.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { buildDocumentQuery } from './queries.ts';

/**
 * What a prerendered page says (the night before a flight, articles, licences), in the frame of the app, for a
 * signed-in person; visitors get the page itself.
 */
export default function PrerenderedDocumentPage() {
  const [path] = useLocation();
  const { data, error, refetch } = useQuery(buildDocumentQuery(path));
  if (data) return <DocumentContent key={data.html} {...data} />;
  if (isNotFoundOrBadRequestError(error)) return <NotFound />;
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />;
}

function DocumentContent({ title, html }: { title: string; html: string }) {
  const queries = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  usePageTitle(title);
  useEffect(() => {
    const tonight = box.current?.querySelector<HTMLElement>('[data-tonight]');
    if (!tonight) return undefined;
    let stop = () => {};
    let isGone = false;
    void import('#web/features/tonight/engine/attach-tonight.ts').then(
      ({ attachTonight }) => {
        if (isGone) return;
        const date = queries.getQueryData<User>(PROFILE_QUERY_KEY)?.flightDate ?? null;
        const countdown = computeCountdown({ date, timeZone: getDeviceTimeZone(), now: now() });
        stop = attachTonight(tonight, toFlightNearness(countdown));
      },
      // The choices are links, which open without it.
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [queries]);
  // The server's own page, written when the app was built.
  return <div ref={box} dangerouslySetInnerHTML={{ __html: html }} />;
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('ui');
  const tell = useErrorMessage();
  usePageTitle(t('loading'), false);
  return (
    <Page narrow>
      <LoadError retry={retry}>{tell(error)}</LoadError>
    </Page>
  );
}

function Loading() {
  const { t } = useTranslation('ui');
  usePageTitle(t('loading'), false);
  return (
    <Page narrow>
      <output aria-busy="true" data-skeleton={3} className="grid gap-5">
        <span className="sr-only">{t('loading')}</span>
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </output>
    </Page>
  );
}
