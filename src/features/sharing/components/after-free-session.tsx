import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { getPartOfDay } from '#shared/rules/greeting.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { buildWholeListen } from '#web/features/tonight/queries.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { queueWrite } from '#web/lib/sync/synced-write.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ButtonLink } from '#web/ui/button.tsx';

const MINUTE_MS = 60_000;

/**
 * What comes after a free session for a signed-in person without a pass: that it is enough, and where to go from here. Stands
 * within the session's markup, whose end it records.
 */
export function AfterFreeSession({ id }: { id: string }) {
  const { t } = useTranslation('shared');
  const part = getPartOfDay(getDeviceTimeZone(), useNow(MINUTE_MS));
  const isLate = part === 'evening' || part === 'night';
  const owner = useProfile().id;
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const root = place.current?.closest<HTMLElement>('[data-excerpt]');
    if (!root) return undefined;
    const wiring = new AbortController();
    const { signal } = wiring;
    let startedAt: Date | null = null;
    const start = () => {
      startedAt ??= now();
    };
    const end = () => {
      const times = { startedAt: startedAt ?? now(), endedAt: now() };
      const body = buildWholeListen({ id: crypto.randomUUID(), contentId: id, ...times });
      queueWrite({ route: 'POST /api/listens' }, owner, { body }, body.id);
      startedAt = null;
    };
    root.querySelector('[data-toggle]')?.addEventListener('click', start, { signal });
    root.addEventListener('excerpt-ended', end, { signal });
    return () => wiring.abort();
  }, [id, owner]);
  return (
    <>
      <p ref={place} className="max-w-prose">
        {t(isLate ? 'free.after.night' : 'free.after.day')}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link href={paths.profile('assessment')} asChild>
          <ButtonLink variant="secondary" className="max-sm:w-full">
            {t('free.after.report')}
          </ButtonLink>
        </Link>
        <a href={paths.tonight()} className="text-link inline-block py-2.5">
          {t('free.after.another')}
        </a>
        <a href="/read/thinking-of-cancelling" className="text-link inline-block py-2.5">
          {t('free.after.cancelling')}
        </a>
        <Link href={paths.subscription()} className="text-link inline-block py-2.5">
          {t('free.after.passes')}
        </Link>
      </div>
    </>
  );
}
