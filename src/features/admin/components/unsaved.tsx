import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { BlockedNavigation } from '../hooks/use-unsaved-warning.ts';

/** What is to be asked about unsaved words. */
export interface UnsavedChangesQuestion {
  /** A way out that was pressed while something is unsaved. */
  exit: BlockedNavigation | null;
  /** Takes back what an earlier visit had not saved; null when there is none. */
  onDiscardKept: (() => void) | null;
  /** Unsaved words that the server has of another device; null when there are none. */
  elsewhere: { writtenAt: string; onTake: () => void; onDiscard: () => void } | null;
}

/**
 * Says that what was not saved is back, or waits on the server, and asks before a way out while something is unsaved.
 */
export function UnsavedNotices({ exit, onDiscardKept, elsewhere }: UnsavedChangesQuestion) {
  const { t, i18n } = useTranslation(['admin']);
  return (
    <>
      {elsewhere && (
        <div className="mb-6">
          <Notice
            live
            title={t('admin:elsewhere.title', {
              at: formatDateTime(new Date(elsewhere.writtenAt), i18n.language),
            })}
            actions={
              <>
                <Button variant="secondary" onClick={elsewhere.onTake}>
                  {t('admin:elsewhere.take')}
                </Button>
                <Button variant="secondary" onClick={elsewhere.onDiscard}>
                  {t('admin:kept.discard')}
                </Button>
              </>
            }
          >
            {t('admin:elsewhere.text')}
          </Notice>
        </div>
      )}
      {onDiscardKept && (
        <div className="mb-6">
          <Notice
            actions={
              <Button variant="secondary" onClick={onDiscardKept}>
                {t('admin:kept.discard')}
              </Button>
            }
          >
            {t('admin:kept.text')}
          </Notice>
        </div>
      )}
      <Dialog
        open={exit !== null}
        onClose={() => exit?.stay()}
        title={t('admin:exit.title')}
        actions={
          <>
            <Button onClick={() => exit?.stay()}>{t('admin:exit.stay')}</Button>
            <Button variant="secondary" onClick={() => exit?.leave()}>
              {t('admin:exit.leave')}
            </Button>
          </>
        }
      >
        {t('admin:exit.text')}
      </Dialog>
    </>
  );
}
