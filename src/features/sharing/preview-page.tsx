import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '#shared/rules/languages.ts';
import { renderExcerptHtml } from '#shared/rules/script-excerpt.ts';
import { UnframedSessionArt } from '#web/features/art/components/session-art.tsx';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime, roundToMinutes } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { PlayableSession } from './components/shared-session.tsx';

/**
 * `/preview`: a session as it is saved in the studio, for a guest who was sent the link. Its token is in the URL's
 * hash, which is not sent to the server with the request.
 */
export default function PreviewPage() {
  const { t, i18n } = useTranslation(['shared', 'ui']);
  const describeError = useErrorMessage();
  const [token] = useState(() => location.hash.slice(1));
  const language: Language = i18n.language === 'fr' ? 'fr' : 'en';
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/session-previews', token, language],
    queryFn: ({ signal }) =>
      api('POST /api/session-previews', { body: { token, language }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const title = data?.title ?? t('shared:preview.title');
  usePageTitle(title, Boolean(data ?? error));
  if (!data)
    return (
      <Page narrow>
        <PageHeading title={title} />
        {error ? (
          <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>
        ) : (
          <SkeletonList count={4} shape="line" label={t('ui:loading')} />
        )}
      </Page>
    );
  const { id, kind, situations, excerpt, durationMs, version, expiresAt } = data;
  return (
    <PlayableSession
      key={language}
      session={data}
      language={language}
      minutes={String(roundToMinutes(durationMs))}
      cues={JSON.stringify(excerpt)}
      text={renderExcerptHtml(excerpt)}
      sky={<UnframedSessionArt id={id} kind={kind} subject={situations[0]} withSun={false} />}
      words={{
        play: t('shared:free.play'),
        end: t('shared:preview.end'),
        about: t('shared:preview.about', {
          version,
          at: formatDateTime(new Date(expiresAt), i18n.language),
        }),
      }}
    >
      {null}
    </PlayableSession>
  );
}
