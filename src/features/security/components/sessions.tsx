import { useTranslation } from 'react-i18next';
import type { SignInSession } from '#shared/contract/security.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { formatRelative } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useEndOtherSessions, useEndSession, useSessions } from '../queries.ts';

/** Where the person is signed in; each but this one can be ended from here. */
export function Sessions() {
  const { t } = useTranslation(['security', 'ui']);
  const sentence = useErrorSentence();
  const { data, error, refetch } = useSessions();
  const endOthers = useEndOtherSessions();
  if (error) return <NotLoaded retry={() => void refetch()}>{sentence(error)}</NotLoaded>;
  if (!data) return <SkeletonList count={2} label={t('security:sessions.loading')} />;
  return (
    <>
      <ul className="divide-y divide-line">
        {data.sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined)}
        >
          {t('security:sessions.endOthers')}
        </Button>
      )}
    </>
  );
}

function Session({ session }: { session: SignInSession }) {
  const { t } = useTranslation('security');
  const { t: tCommon } = useTranslation('common');
  const end = useEndSession();
  const { id, device, lastUsedAt, current } = session;
  const used = formatRelative(new Date(lastUsedAt), now(), ownTimeZone(), tCommon);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-2.5">
      <div className="min-w-0">
        <p>{device ?? t('sessions.unknown')}</p>
        <p className="text-sm text-ink-2">
          {current ? t('sessions.current') : t('sessions.used', { used })}
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          className="px-0 text-sm"
          busy={end.isPending}
          aria-label={t('sessions.endLabel', {
            device: device ?? t('sessions.unknown'),
          })}
          onClick={() => end.mutate(id)}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
