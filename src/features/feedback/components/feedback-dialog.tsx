import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { EVERYWHERE, findNamedPage } from '../model.ts';
import { useSendFeedback } from '../queries.ts';
import { FeedbackForm } from './feedback-form.tsx';

/** The feedback form: text, the page it is about, an optional reply address. Closing keeps what was typed. */
export function FeedbackDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['feedback', 'ui']);
  const [about, setAbout] = useState<'page' | 'everything'>('page');
  const [path] = useLocation();
  const form = useId();
  const send = useSendFeedback();
  const { toast } = useToast();
  const named = findNamedPage(path);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('feedback:form.title')}
      closeLabel={t('ui:actions.close')}
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
        page={about === 'page' ? path : EVERYWHERE}
        replyHint={t('feedback:form.replyHint')}
        send={send}
        onSent={() => {
          onClose();
          toast({ title: t('feedback:thanks') });
        }}
      >
        <Select
          label={t('feedback:form.page')}
          value={about}
          onChange={(event) => setAbout(event.target.value === 'page' ? 'page' : 'everything')}
          options={[
            {
              value: 'page',
              label: t('feedback:form.thisPage', {
                page: named ? t(`feedback:pages.${named}`) : path,
              }),
            },
            {
              value: 'everything',
              label: t('feedback:form.everything', { product: PRODUCT_NAME }),
            },
          ]}
        />
      </FeedbackForm>
    </Dialog>
  );
}
