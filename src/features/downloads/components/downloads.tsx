import { useRef } from 'react';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { formatBytes, type DownloadedSession } from '../model.ts';
import { useRemoveDownload, useStorageSpace } from '../hooks/use-download.ts';
import { useDownloads } from '../queries.ts';

/** The section of the settings that lists the downloaded sessions with their sizes and a button to remove each. */
export function DownloadsSection() {
  const { t } = useTranslation('downloads');
  const { data: kept } = useDownloads();
  const drop = useRemoveDownload();
  const list = useRef<HTMLDivElement>(null);
  // The pressed button disappears with its row: the list takes the focus.
  const focusList = () => list.current?.focus();
  const remove = (...ids: string[]) => drop.mutate(ids, { onSuccess: focusList });
  return (
    <Section title={t('settings.title')}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {kept?.length === 0 && <p className="max-w-prose text-ink-2">{t('settings.none')}</p>}
        {kept && kept.length > 0 && (
          <>
            <p className="max-w-prose text-ink-2">{t('settings.lead', { name: PRODUCT_NAME })}</p>
            <ul className="mt-4">
              {kept.map((one) => (
                <DownloadRow key={one.id} session={one} onRemove={() => remove(one.id)} />
              ))}
            </ul>
            <StorageUsage sessions={kept} />
            {kept.length > 1 && (
              <Button
                variant="quiet"
                className="px-0 text-sm font-normal"
                onClick={() => remove(...kept.map(({ id }) => id))}
              >
                {t('settings.removeAll')}
              </Button>
            )}
          </>
        )}
        {drop.isError && <FieldError>{t('removeFailed')}</FieldError>}
      </div>
    </Section>
  );
}

function DownloadRow({
  session: kept,
  onRemove,
}: {
  session: DownloadedSession;
  onRemove: () => void;
}) {
  const { t, i18n } = useTranslation('downloads');
  const { id, title, language } = kept.content;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5">
      <Link
        href={paths.content(id)}
        lang={language}
        className="inline-flex min-h-11 min-w-0 flex-1 basis-36 items-center underline-offset-6 hover:underline"
      >
        {title}
      </Link>
      <span className="tabular text-sm text-ink-2">{formatBytes(kept.bytes, i18n.language)}</span>
      <Button
        variant="quiet"
        className="px-0 text-sm font-normal"
        aria-label={t('settings.remove', { title })}
        onClick={onRemove}
      >
        {t('settings.removeShort')}
      </Button>
    </li>
  );
}

/** The total size, the free space, and whether the browser promised to keep the data. */
function StorageUsage({ sessions: kept }: { sessions: readonly DownloadedSession[] }) {
  const { t, i18n } = useTranslation('downloads');
  const { data: room } = useStorageSpace();
  const formatSize = (bytes: number) => formatBytes(bytes, i18n.language);
  const all = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <p className="mt-4 max-w-prose text-sm text-ink-2">
      {t('settings.total', { count: kept.length, size: formatSize(all) })}
      {'. '}
      {room && room.free !== null && (
        <>{t('settings.free', { size: formatSize(room.free), name: PRODUCT_NAME })} </>
      )}
      {room && t(room.promised ? 'settings.promised' : 'settings.notPromised')}
    </p>
  );
}
