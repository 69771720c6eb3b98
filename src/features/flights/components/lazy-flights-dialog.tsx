import type { Flight } from '#shared/contract/flights.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type FallbackProps, createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';

interface DialogProps {
  onClose: () => void;
  toAdd: boolean;
  returnOf?: Flight | null;
}

// Most visits change no flight: the form, with its list to choose from, comes when the button is reached for.
/** The flights dialog, whose code is loaded when it is needed; a dialog says so if that fails. */
export const LazyFlightsDialog = createLazyComponent<DialogProps>(
  () => import('./flights-dialog.tsx').then((m) => m.FlightsDialog),
  DialogNotLoaded,
);

function DialogNotLoaded({ failed, retry, onClose }: FallbackProps & DialogProps) {
  const { t } = useTranslation(['ui', 'errors', 'flights']);
  if (!failed) return null;
  return (
    <Dialog open onClose={onClose} title={t('flights:list')}>
      <LoadError retry={retry}>{t('errors:network')}</LoadError>
    </Dialog>
  );
}
