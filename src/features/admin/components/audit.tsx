import { useTranslation } from 'react-i18next';
import type { AuditEntryReply } from '#shared/contract/admin.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { useAuditLog } from '../queries.ts';

/** The audit log as a list, the newest entry first. */
export function AuditLog() {
  const { t } = useTranslation(['admin', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useAuditLog();
  if (error && !data)
    return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  if (!data) return <SkeletonList count={4} label={t('ui:loading')} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="text-ink-2">{t('admin:audit.none')}</p>;
  return (
    <>
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('admin:audit.more')}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntryReply }) {
  const { t, i18n } = useTranslation('admin');
  const { at, by, actor, subject, action } = entry;
  const who = by === 'command line' ? t('audit.commandLine') : (actor ?? t('audit.erased'));
  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-sm text-ink-2">
        {formatDateTime(new Date(at), i18n.language)}
      </time>
      <div className="min-w-0">
        <p>
          <code className="text-sm">{action}</code> · {subject ?? t('audit.erased')}
        </p>
        <p className="text-sm text-ink-2">{t('audit.by', { who })}</p>
      </div>
    </li>
  );
}
