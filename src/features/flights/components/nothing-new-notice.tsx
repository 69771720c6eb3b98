import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isWithinLastDayBeforeFlight } from '../model.ts';
import { useFlights } from '../queries.ts';

const LINK =
  'inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-current';

/**
 * On the last day before a flight: says that nothing new is proposed, and shows `children`. Nothing at other times; no
 * page is locked.
 */
export function NothingNewBeforeFlightNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const { data } = useFlights();
  const { data: pass } = useQuery(subscriptionQuery);
  if (!data || !isWithinLastDayBeforeFlight(data.items, now())) return null;
  return (
    <div className="mb-6">
      <Notice
        actions={
          <>
            {/* The help page's exercises need no pass. */}
            <Link href={pass?.hasActiveAccess ? paths.breathe() : paths.sos()} className={LINK}>
              {t('lastDay.breathe')}
            </Link>
            {pass?.hasActiveAccess && (
              <Link href={paths.home()} className={LINK}>
                {t('lastDay.today')}
              </Link>
            )}
          </>
        }
      >
        {children}
      </Notice>
    </div>
  );
}
