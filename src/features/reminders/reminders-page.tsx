import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { reportReminderOpened } from './engine/open-reminder.ts';

/**
 * The page that the links in reminders open, signed in or not: it ends all reminders, or reports that the reminder was
 * opened and continues to its page. The action and the token are in the URL's hash, which is not sent to the server
 * with the request.
 */
export default function RemindersPage() {
  const { t } = useTranslation('reminders');
  const describeError = useErrorMessage();
  const [link] = useState(() => /^#(\w+)\/([\w.-]+)$/.exec(location.hash));
  const [status, setStatus] = useState<'sending' | 'ended' | Error>('sending');
  const [, what = '', token = ''] = link ?? [];
  const isEnding = what === 'end';
  useEffect(() => {
    if (isEnding)
      api('POST /api/reminders/end', { body: { token } }).then(() => setStatus('ended'), setStatus);
    else void reportReminderOpened(token).finally(() => location.replace(getReminderPath(what)));
  }, [isEnding, token, what]);
  const isFailed = status instanceof Error;
  const title = isFailed
    ? t('page.failedTitle')
    : status === 'ended'
      ? t('page.endedTitle')
      : t(isEnding ? 'page.ending' : 'page.opening');
  usePageTitle(title);
  return (
    <Page narrow>
      <PageHeading title={title} />
      {status === 'ended' && <p>{t('page.endedText')}</p>}
      {isFailed && <Notice tone="refusal">{describeError(status)}</Notice>}
      {status !== 'sending' && (
        <Link href={paths.home()} asChild>
          <ButtonLink variant="secondary" className="mt-6">
            {t('page.open', { name: PRODUCT_NAME })}
          </ButtonLink>
        </Link>
      )}
    </Page>
  );
}

/** Returns where a reminder of its kind leads; home for what is none. */
const getReminderPath = (kind: string): string =>
  kind === 'pack' || kind === 'evening' ? paths.plan() : paths.home();
