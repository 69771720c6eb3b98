import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useCollectionDownload } from '../hooks/use-collection.ts';
import { formatBytes } from '../model.ts';
import { RoomLink } from './room-link.tsx';

interface DownloadAllProps {
  /** Tells this collection from others, such as `program:` with an id. */
  collection: string;
  sessionIds: readonly string[];
}

/**
 * Downloads all sessions of a program or a plan, with their size, the progress, a pause, and a button to remove them.
 */
export function DownloadAllButton({ collection, sessionIds }: DownloadAllProps) {
  const { t, i18n } = useTranslation('downloads');
  const ids = [...new Set(sessionIds)];
  const { status, stored, missing, estimate, begin, pause, stop, remove, hasRemoveFailed } =
    useCollectionDownload(collection, ids);
  if (ids.length === 0) return null;
  const formatSize = (bytes: number) => formatBytes(bytes, i18n.language);
  const isUnderWay = status?.state === 'loading' || status?.state === 'paused';
  const isWhole = missing === 0;
  const fetched = t('all.stored', {
    done: stored.length,
    count: ids.length,
    size: formatSize(stored.reduce((sum, { bytes }) => sum + bytes, 0)),
  });
  const press = isUnderWay ? stop : isWhole ? remove : begin;
  const label = () => {
    if (isUnderWay) return t('all.stop');
    if (isWhole) return t('all.remove', { count: ids.length });
    return t(stored.length === 0 ? 'all.download' : 'all.rest', { count: missing });
  };
  return (
    <div>
      {/* One button for all states, so that it keeps the focus. */}
      <Button
        variant="quiet"
        className="px-0"
        icon={<Icon name={isUnderWay || isWhole ? 'close' : 'download'} />}
        onClick={press}
      >
        {label()}
        {!isUnderWay && estimate !== null && missing > 0 && (
          <span className="tabular font-normal text-ink-2"> · {formatSize(estimate)}</span>
        )}
      </Button>
      <output className="block text-sm text-ink-2">
        {stored.length > 0 && (
          <span className="flex items-center gap-2">
            {isWhole && <Icon name="check" className="size-5 shrink-0 text-flow" />}
            {fetched}
          </span>
        )}
        {isUnderWay && (
          <span className="sr-only">{t(status.state === 'paused' ? 'paused' : 'loading')}</span>
        )}
      </output>
      {isUnderWay && (
        <div className="mt-1 max-w-xs">
          {status.total !== null && (
            <>
              <ProgressBar
                value={status.loaded}
                max={status.total}
                label={t(status.state === 'paused' ? 'paused' : 'loading')}
              />
              <p className="tabular mt-1 text-sm text-ink-2">
                {t('loaded', {
                  loaded: formatSize(status.loaded),
                  total: formatSize(status.total),
                })}
              </p>
            </>
          )}
          <Button
            variant="quiet"
            className="px-0 text-sm font-normal"
            onClick={status.state === 'paused' ? begin : pause}
          >
            {t(status.state === 'paused' ? 'resume' : 'pause')}
          </Button>
        </div>
      )}
      {status?.state === 'failed' && <FieldError>{t(`all.failed.${status.why}`)}</FieldError>}
      {status?.state === 'failed' && status.why === 'full' && <RoomLink />}
      {hasRemoveFailed && <FieldError>{t('removeFailed')}</FieldError>}
    </div>
  );
}
