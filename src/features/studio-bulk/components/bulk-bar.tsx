import { useState } from 'react';
import type { BulkSessionChange } from '#shared/contract/admin-bulk.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { ChosenSession } from '../model.ts';
import { useChangeSessions } from '../queries.ts';
import { BulkResultNotice } from './bulk-result.tsx';
import { BulkPropertiesDialog, BulkTagDialog } from './bulk-dialogs.tsx';

/** The bar under a list of sessions while some are chosen: what can be done with all of them at once. */
export function BulkBar({
  chosen,
  shown,
  onChooseAll,
  onChooseNone,
}: {
  chosen: readonly ChosenSession[];
  /** How many sessions the list shows. */
  shown: number;
  onChooseAll: () => void;
  onChooseNone: () => void;
}) {
  const { t } = useTranslation(['studio-sessions']);
  const describeError = useErrorMessage();
  const [open, setOpen] = useState<BulkSessionChange['action'] | null>(null);
  const change = useChangeSessions();
  const close = () => setOpen(null);
  const count = chosen.length;
  const send = (wanted: BulkSessionChange) => {
    close();
    change.mutate({ change: wanted, chosen }, { onSuccess: onChooseNone });
  };
  const result = change.error ? (
    <Notice tone="refusal">{describeError(change.error)}</Notice>
  ) : (
    change.data && <BulkResultNotice result={change.data} />
  );
  if (count === 0) return <div className="mt-4 empty:hidden">{result}</div>;
  const simple = open === 'publish' || open === 'unpublish' ? open : null;
  return (
    <>
      <div className="mt-4 empty:hidden">{result}</div>
      <section
        aria-label={t('studio-sessions:bulk.label')}
        className="sticky bottom-(--banner) z-10 mt-4 flex flex-wrap items-center gap-x-4 border-t text-sm border-line bg-ground pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
      >
        <p className="font-medium">{t('studio-sessions:bulk.chosen', { count })}</p>
        {(['publish', 'unpublish', 'tag', 'move'] as const).map((action) => (
          <Button
            key={action}
            variant="quiet"
            className="min-h-11 text-sm"
            busy={change.isPending}
            onClick={() => setOpen(action)}
          >
            {t(`studio-sessions:bulk.${action}.open`)}
          </Button>
        ))}
        <span className="grow" />
        {count < shown && (
          <Button variant="quiet" className="min-h-11 text-sm" onClick={onChooseAll}>
            {t('studio-sessions:bulk.all', { count: shown })}
          </Button>
        )}
        <Button variant="quiet" className="min-h-11 text-sm" onClick={onChooseNone}>
          {t('studio-sessions:bulk.none')}
        </Button>
      </section>
      <Dialog
        open={simple !== null}
        onClose={close}
        title={simple ? t(`studio-sessions:bulk.${simple}.title`, { count }) : ''}
        actions={
          simple && (
            <Button onClick={() => send({ action: simple })}>
              {t(`studio-sessions:bulk.${simple}.confirm`)}
            </Button>
          )
        }
      >
        {simple && t(`studio-sessions:bulk.${simple}.text`)}
      </Dialog>
      {open === 'tag' && <BulkTagDialog count={count} onClose={close} onChoose={send} />}
      {open === 'move' && <BulkPropertiesDialog count={count} onClose={close} onChoose={send} />}
    </>
  );
}
