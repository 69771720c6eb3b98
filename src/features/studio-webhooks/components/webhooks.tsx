import { useState } from 'react';
import type { WebhookDelivery, WebhookList } from '#shared/contract/admin-webhooks.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WEBHOOK_EVENT_NAME_KEYS } from '../model.ts';
import { useDeleteWebhook, useTryWebhook, useWebhooks } from '../queries.ts';
import { CreateWebhookDialog } from './create-webhook.tsx';

type Webhook = WebhookList['webhooks'][number];

/** The addresses to which events are sent, and what became of the latest ones. */
export function Webhooks() {
  const { t } = useTranslation('studio-webhooks');
  const describeError = useErrorMessage();
  const { data, error, refetch } = useWebhooks();
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<Webhook | null>(null);
  const trial = useTryWebhook();
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">{t('text')}</p>
      <LoadState data={data} error={error} refetch={refetch} />
      {data?.webhooks.length === 0 && <p className="mb-4">{t('none')}</p>}
      <ul className="mb-4 divide-y divide-line empty:hidden">
        {data?.webhooks.map((webhook) => (
          <li key={webhook.id} className="flex flex-wrap items-center justify-between gap-x-6 py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{webhook.url}</p>
              <p className="text-sm text-ink-2">
                {webhook.events
                  .map((event) => t(`events.${WEBHOOK_EVENT_NAME_KEYS[event]}`))
                  .join(' · ')}
              </p>
            </div>
            <div className="flex flex-wrap">
              <Button
                variant="quiet"
                busy={trial.isPending && trial.variables === webhook.id}
                onClick={() => trial.mutate(webhook.id)}
                aria-label={t('tryNamed', { url: webhook.url })}
              >
                {t('try')}
              </Button>
              <Button
                variant="quiet"
                onClick={() => setEnding(webhook)}
                aria-label={t('endNamed', { url: webhook.url })}
              >
                {t('end')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {trial.error && (
        <div className="mb-4">
          <Notice tone="refusal">{describeError(trial.error)}</Notice>
        </div>
      )}
      <Button variant="secondary" onClick={() => setCreating(true)}>
        {t('open')}
      </Button>
      {data && data.deliveries.length > 0 && (
        <Deliveries {...data} onRefresh={() => void refetch()} />
      )}
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
      {ending && <EndDialog webhook={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function Deliveries({ webhooks, deliveries, onRefresh }: WebhookList & { onRefresh: () => void }) {
  const { t } = useTranslation('studio-webhooks');
  return (
    <details className="mt-4">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {t('deliveries', { count: deliveries.length })}
      </summary>
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            url={webhooks.find(({ id }) => id === delivery.webhookId)?.url ?? ''}
          />
        ))}
      </ul>
      <Button variant="quiet" onClick={onRefresh}>
        {t('refresh')}
      </Button>
    </details>
  );
}

function Delivery({ delivery, url }: { delivery: WebhookDelivery; url: string }) {
  const { t, i18n } = useTranslation('studio-webhooks');
  const { event, at, state, tries, status, problem } = delivery;
  const outcome = problem ? t(`problems.${problem}`) : status && t('status', { status });
  return (
    <li className="py-2">
      <p>
        {t(`events.${WEBHOOK_EVENT_NAME_KEYS[event]}`)}{' '}
        <span className={state === 'failed' ? 'text-refusal' : 'text-ink-2'}>
          {t(`states.${state}`)}
        </span>
      </p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {formatDateTime(new Date(at), i18n.language)} · {new URL(url).host} ·{' '}
        {t('tries', { count: tries })}
        {outcome && ` · ${outcome}`}
      </p>
    </li>
  );
}

function EndDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation(['studio-webhooks']);
  const describeError = useErrorMessage();
  const end = useDeleteWebhook();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-webhooks:endTitle')}
      actions={
        <Button busy={end.isPending} onClick={() => end.mutate(webhook.id, { onSuccess: onClose })}>
          {t('studio-webhooks:end')}
        </Button>
      }
    >
      <p className="wrap-anywhere">{t('studio-webhooks:endText', { url: webhook.url })}</p>
      {end.error && <Notice tone="refusal">{describeError(end.error)}</Notice>}
    </Dialog>
  );
}
