import type { ContentDetail } from '#shared/contract/contents.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { FieldError } from '#web/ui/field.tsx';
import type { DownloadStatus } from '../engine/status.ts';
import { formatBytes } from '../model.ts';
import { RoomLink } from './room-link.tsx';
import { useDownload, useRemoveDownload } from '../hooks/use-download.ts';

/** The download button of a session, with its progress, its size, or why the download failed. */
export function DownloadSessionButton({ content }: { content: ContentDetail }) {
  const { t, i18n } = useTranslation('downloads');
  const { running, stored: kept, begin, pause, stop } = useDownload(content);
  const drop = useRemoveDownload();
  const loading = running?.state === 'loading' || running?.state === 'paused';
  const isPaused = running?.state === 'paused';
  const press = () => {
    if (loading) stop();
    else if (kept) drop.mutate([content.id]);
    else void begin();
  };
  const failed =
    running?.state === 'failed'
      ? t(`failed.${running.why}`)
      : drop.isError
        ? t('removeFailed')
        : null;
  const does = loading ? 'stop' : kept ? 'remove' : 'download';
  const isKept = kept !== null && !loading;
  return (
    <>
      {/* One button for all states, so that it keeps the focus. */}
      <Button
        variant="quiet"
        icon={<Icon name={does === 'download' ? 'download' : 'close'} />}
        onClick={press}
      >
        {t(does)}
      </Button>
      <div className={isKept || loading || failed ? 'col-span-full basis-full' : 'sr-only'}>
        <output className="text-sm text-ink-2">
          {isKept && (
            <span className="flex items-center gap-2">
              <Icon name="check" className="size-5 text-flow" />
              {t('kept', { size: formatBytes(kept.bytes, i18n.language) })}
            </span>
          )}
          {loading && <span className="sr-only">{t(isPaused ? 'paused' : 'loading')}</span>}
        </output>
        {loading && <Loading running={running} />}
        {loading && (
          <Button
            variant="quiet"
            className="px-0 text-sm font-normal"
            onClick={isPaused ? () => void begin() : pause}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
        )}
        {failed && <FieldError>{failed}</FieldError>}
        {running?.state === 'failed' && running.why === 'full' && <RoomLink />}
      </div>
    </>
  );
}

function Loading({
  running,
}: {
  running: Extract<DownloadStatus, { state: 'loading' | 'paused' }>;
}) {
  const { t, i18n } = useTranslation('downloads');
  const { loaded, total } = running;
  if (total === null) return null;
  return (
    <div className="max-w-xs">
      <ProgressBar
        value={loaded}
        max={total}
        label={t(running.state === 'paused' ? 'paused' : 'loading')}
      />
      <p className="tabular mt-1 text-sm text-ink-2">
        {t('loaded', {
          loaded: formatBytes(loaded, i18n.language),
          total: formatBytes(total, i18n.language),
        })}
      </p>
    </div>
  );
}
