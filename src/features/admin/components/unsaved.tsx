import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { PendingExit } from '../hooks/use-unsaved-warning.ts';

interface UnsavedProps {
  /** A way out that was pressed while something is unsaved. */
  exit: PendingExit | null;
  /** Takes back what an earlier visit had not saved; null when there is none. */
  onDiscardKept: (() => void) | null;
}

/** Says that what was not saved is back, and asks before a way out while something is unsaved. */
export function UnsavedNotices({ exit, onDiscardKept }: UnsavedProps) {
  const { t } = useTranslation(['admin', 'ui']);
  return (
    <>
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
        closeLabel={t('ui:actions.close')}
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
