import { useEffect, useId, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { CONTACT_CASES, paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { FeedbackForm } from './components/feedback-form.tsx';
import { useSendFeedback } from './queries.ts';

/** The form to write to the operator; open in every account state. */
export default function ContactPage() {
  const { t } = useTranslation('feedback');
  usePageTitle(t('contact.title'));
  const search = new URLSearchParams(useSearch());
  const page = search.get('from') ?? paths.contact();
  const about = CONTACT_CASES.find((one) => one === search.get('about'));
  const [sent, setSent] = useState(false);
  const send = useSendFeedback();
  const form = useId();
  return (
    <Page narrow>
      <PageHeading title={t('contact.title')} lead={t('contact.lead')} />
      {sent ? (
        <Sent onWriteAnother={() => setSent(false)} />
      ) : (
        <>
          <FeedbackForm
            id={form}
            page={page}
            initialText={about ? `${t(`contact.about.${about}`)}\n\n` : ''}
            replyHint={t('contact.replyHint')}
            send={send}
            onSent={() => setSent(true)}
          />
          <Button type="submit" form={form} busy={send.isPending} className="mt-6 max-sm:w-full">
            {t('form.send')}
          </Button>
        </>
      )}
    </Page>
  );
}

/** What follows a message that was sent. Takes the focus, because the form it was in is gone. */
function Sent({ onWriteAnother }: { onWriteAnother: () => void }) {
  const { t } = useTranslation('feedback');
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <div ref={text} tabIndex={-1} className="focus:outline-none">
        <p className="text-lg">{t('contact.sent')}</p>
        <p className="mt-1 text-ink-2">{t('contact.answer')}</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={paths.home()}>{t('contact.home')}</ButtonLink>
        <Button variant="quiet" onClick={onWriteAnother}>
          {t('contact.another')}
        </Button>
      </div>
    </>
  );
}
