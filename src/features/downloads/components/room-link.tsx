import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useDownloads } from '../queries.ts';

/** Where there is no room for more, a link to the downloads, each of which can be removed there; nothing if there are none. */
export function RoomLink() {
  const { t } = useTranslation('downloads');
  const { data: kept = [] } = useDownloads();
  if (kept.length === 0) return null;
  return (
    <Link
      href={paths.profile('settings')}
      className="text-link inline-flex min-h-11 items-center text-sm"
    >
      {t('settings.title')}
    </Link>
  );
}
