import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ACTIVITY_SHOWN_AT_FIRST } from '../model.ts';

type Activity = Dashboard['recentActivity'];

/** Lists the sessions that the person listened to last, newest first, with how long ago. */
export function RecentActivity({ activity, now }: { activity: Activity; now: Date }) {
  const { t } = useTranslation('common');
  const [all, setAll] = useState(false);
  const list = useId();
  const shown = all ? activity : activity.slice(0, ACTIVITY_SHOWN_AT_FIRST);
  return (
    <>
      <ul id={list} className="-my-2">
        {shown.map((item, index) => (
          <Row key={item.listenId} item={item} now={now} scope={`a${index}`} />
        ))}
      </ul>
      {activity.length > ACTIVITY_SHOWN_AT_FIRST && (
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

function Row({ item, now, scope }: { item: Activity[number]; now: Date; scope: string }) {
  const { at, contentId, kind, situations, title, completed, listenedMs } = item;
  const { t } = useTranslation('common');
  return (
    <ListenRow
      scope={scope}
      id={contentId}
      kind={kind}
      subject={situations[0]}
      title={title}
      // Rounded like the total above, so that one listen has the same length everywhere on the page.
      minutes={completed ? null : Math.round(listenedMs / 60_000)}
      at={at}
      ago={formatRelativeTime(new Date(at), now, getDeviceTimeZone(), t)}
    />
  );
}

interface ListenRowProps extends Pick<Activity[number], 'kind' | 'title' | 'at'> {
  scope: string;
  id: string;
  subject: Activity[number]['situations'][number] | undefined;
  /** Whole minutes heard of it; null when it was finished. */
  minutes: number | null;
  ago: string;
}

const ListenRow = cacheMarkup(
  function ListenRow({ scope, id, kind, subject, title, minutes, at, ago }: ListenRowProps) {
    const { t } = useTranslation('home');
    const heard = minutes ? t('activity.heard', { count: minutes }) : t('activity.heardLess');
    return (
      <li>
        <Link
          href={paths.content(id)}
          className="group flex min-h-16 items-center gap-4 rounded-2xl py-2"
        >
          <SessionArt
            scope={scope}
            id={id}
            kind={kind}
            subject={subject}
            className="w-10 shrink-0"
          />
          <span className="min-w-0">
            <span className="block leading-snug font-medium group-hover:underline">{title}</span>
            <span className="mt-0.5 block text-sm text-ink-2">
              {minutes === null ? t('activity.completed') : heard}
              {' · '}
              <time dateTime={at}>{ago}</time>
            </span>
          </span>
        </Link>
      </li>
    );
  },
  ['title', 'at', 'ago'],
);
