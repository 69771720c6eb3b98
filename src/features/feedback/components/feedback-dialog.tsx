import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { buildDashboardQuery } from '#web/features/plan/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { EVERYWHERE_PAGE_VALUE, findNamedPageKey } from '../model.ts';
import { useSendFeedback } from '../queries.ts';
import { FeedbackForm } from './feedback-form.tsx';

/** Returns the sessions heard lately, each once, as far as this visit has loaded them. */
function useRecentSessions() {
  const { i18n } = useTranslation();
  const { data } = useQuery({ ...buildDashboardQuery(i18n.language), enabled: false });
  const titles = new Map(
    data?.recentActivity.map(({ contentId, title }) => [paths.content(contentId), title]),
  );
  return [...titles].map(([path, title]) => ({ path, title }));
}

/**
 * The feedback form: text, the page it is about, an optional reply address. Closing it does not lose the text typed.
 */
export function FeedbackDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['feedback', 'ui']);
  // Null stands for the page that is open.
  const [about, setAbout] = useState<string | null>(null);
  const [path] = useLocation();
  const sessions = useRecentSessions().filter((session) => session.path !== path);
  const form = useId();
  const send = useSendFeedback();
  const { toast } = useToast();
  const named = findNamedPageKey(path);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('feedback:form.title')}
      actions={
        <>
          <Button type="submit" form={form} busy={send.isPending}>
            {t('feedback:form.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <p className="mb-5 text-ink-2">{t('feedback:form.lead')}</p>
      <FeedbackForm
        id={form}
        page={about ?? path}
        replyHint={t('feedback:form.replyHint')}
        send={send}
        onSent={() => {
          onClose();
          toast({ title: t('feedback:thanks') });
        }}
      >
        <Select
          label={t('feedback:form.page')}
          value={about ?? ''}
          onChange={(event) => setAbout(event.target.value || null)}
          options={[
            {
              value: '',
              label: t('feedback:form.thisPage', {
                page: named ? t(`feedback:pages.${named}`) : path,
              }),
            },
            ...sessions.map(({ path: value, title }) => ({
              value,
              label: t('feedback:form.session', { title }),
            })),
            {
              value: EVERYWHERE_PAGE_VALUE,
              label: t('feedback:form.everything', { product: PRODUCT_NAME }),
            },
          ]}
        />
      </FeedbackForm>
    </Dialog>
  );
}
