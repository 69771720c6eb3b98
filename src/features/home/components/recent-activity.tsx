import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { keepMarkup } from '#web/lib/kept-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ACTIVITY_SHOWN } from '../model.ts';

type Activity = Dashboard['recentActivity'];

/** Lists the sessions that the person listened to last, newest first, with how long ago. */
export function RecentActivity({ activity, now }: { activity: Activity; now: Date }) {
  const { t } = useTranslation('common');
  const [all, setAll] = useState(false);
  const list = useId();
  const shown = all ? activity : activity.slice(0, ACTIVITY_SHOWN);
  return (
    <>
      <ul id={list} className="-my-2">
        {shown.map((item, index) => (
          <Row key={item.listenId} item={item} now={now} scope={`a${index}`} />
        ))}
      </ul>
      {activity.length > ACTIVITY_SHOWN && (
        <Button
          variant="quiet"
          className="mt-3 px-0 text-sm"
          aria-expanded={all}
          aria-controls={list}
          onClick={() => setAll(!all)}
        >
          {t(all ? 'verbs.showLess' : 'verbs.showMore')}
        </Button>
      )}
    </>
  );
}

const RowArt = keepMarkup(SessionArt);

function Row({ item, now, scope }: { item: Activity[number]; now: Date; scope: string }) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation('common');
  // Rounded like the total above, so that one listen has the same length everywhere on the page.
  const minutes = Math.round(item.listenedMs / 60_000);
  const heard = minutes === 0 ? t('activity.heardLess') : t('activity.heard', { count: minutes });
  return (
    <li>
      <Link
        href={paths.content(item.contentId)}
        className="group flex min-h-16 items-center gap-4 rounded-2xl py-2"
      >
        <RowArt
          scope={scope}
          id={item.contentId}
          kind={item.kind}
          subject={item.situations[0]}
          className="w-10 shrink-0"
        />
        <span className="min-w-0">
          <span className="block leading-snug font-medium group-hover:underline">{item.title}</span>
          <span className="mt-0.5 block text-sm text-ink-2">
            {item.completed ? t('activity.completed') : heard}
            {' · '}
            <time dateTime={item.at}>
              {formatRelativeTime(new Date(item.at), now, getDeviceTimeZone(), common)}
            </time>
          </span>
        </span>
      </Link>
    </li>
  );
}
