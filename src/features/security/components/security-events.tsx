import { useState } from 'react';
import type { SecurityEvent } from '#shared/contract/security.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useSecurityEvents } from '../queries.ts';

const SHOWN_AT_FIRST = 5;

/** The latest changes to the security of the account, newest first; the older ones are shown on request. */
export function SecurityEvents() {
  const { t } = useTranslation('security');
  const describeError = useErrorMessage();
  const { data, error, refetch } = useSecurityEvents();
  const [all, setAll] = useState(false);
  if (error) return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  if (!data) return <SkeletonList count={2} label={t('events.loading')} />;
  if (data.events.length === 0) return <p className="text-ink-2">{t('events.none')}</p>;
  const shown = all ? data.events : data.events.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
      {shown.length < data.events.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setAll(true)}>
          {t('events.more')}
        </Button>
      )}
    </>
  );
}

function Event({ event: { at, kind, device, by } }: { event: SecurityEvent }) {
  const { t, i18n } = useTranslation('security');
  const when = formatDateTime(new Date(at), i18n.language);
  const isUnnamed = kind === 'email_read' && by === null;
  return (
    <li className="py-2.5">
      <p>{t(`events.${isUnnamed ? 'email_read_unknown' : kind}`, { by })}</p>
      <p className="text-sm text-ink-2">{device ? t('events.where', { device, when }) : when}</p>
    </li>
  );
}
