import type { SignInSession } from '#shared/contract/security.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useEndOtherSignInSessions, useEndSignInSession, useSignInSessions } from '../queries.ts';

/** Lists the devices on which the person is signed in; each but this one can be signed out. */
export function SignInSessionsList() {
  const { t } = useTranslation(['security', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useSignInSessions();
  const endOthers = useEndOtherSignInSessions();
  if (error) return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
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
  const end = useEndSignInSession();
  const { id, device, lastUsedAt, current } = session;
  const used = formatRelativeTime(new Date(lastUsedAt), now(), getDeviceTimeZone(), tCommon);
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
