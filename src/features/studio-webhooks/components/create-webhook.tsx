import { useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/rules/webhook-events.ts';
import { ShownOnce } from '#web/features/admin/components/shown-once.tsx';
import { getFieldFaultKeys, useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WEBHOOK_EVENT_NAME_KEYS } from '../model.ts';
import { useCreateWebhook } from '../queries.ts';

/** Has events sent to an address, and shows the secret that signs them, once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['studio-webhooks']);
  const describeError = useErrorMessage();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const create = useCreateWebhook();
  const isUrlRefused = 'url' in getFieldFaultKeys(create.error);
  const change = (event: WebhookEvent, isWanted: boolean) =>
    setEvents(isWanted ? [...events, event] : events.filter((other) => other !== event));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-webhooks:open')}
      actions={
        !create.data && (
          <Button
            busy={create.isPending}
            disabled={url.trim() === '' || events.length === 0}
            onClick={() => create.mutate({ url: url.trim(), events: [...events] })}
          >
            {t('studio-webhooks:create')}
          </Button>
        )
      }
    >
      {create.data ? (
        <ShownOnce
          label={t('studio-webhooks:secret')}
          hint={t('studio-webhooks:once')}
          value={create.data.secret}
          words={{
            copy: t('studio-webhooks:copy'),
            copied: t('studio-webhooks:copied'),
            notCopied: t('studio-webhooks:notCopied'),
          }}
        />
      ) : (
        <>
          <TextField
            type="url"
            label={t('studio-webhooks:url')}
            hint={t('studio-webhooks:urlHint')}
            error={isUrlRefused && t('studio-webhooks:urlRefused')}
            autoComplete="off"
            maxLength={500}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <fieldset className="my-4">
            <legend className="font-medium">{t('studio-webhooks:when')}</legend>
            {WEBHOOK_EVENTS.map((event) => (
              <Checkbox
                key={event}
                label={t(`studio-webhooks:events.${WEBHOOK_EVENT_NAME_KEYS[event]}`)}
                detail={<code>{event}</code>}
                checked={events.includes(event)}
                onChange={({ currentTarget }) => change(event, currentTarget.checked)}
              />
            ))}
          </fieldset>
        </>
      )}
      {create.error && !isUrlRefused && (
        <div className="mt-4">
          <Notice tone="refusal">{describeError(create.error)}</Notice>
        </div>
      )}
    </Dialog>
  );
}
