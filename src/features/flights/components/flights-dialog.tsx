import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Flight } from '#shared/contract/flights.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useFlights } from '../queries.ts';
import { FlightForm } from './flight-form.tsx';
import { FlightList } from './flight-list.tsx';

type View = 'list' | 'new' | Flight;

/** The person's flights in a dialog: the list, to edit and add to, or the form of one flight. */
export function FlightsDialog({
  onClose,
  toAdd,
  returnOf = null,
}: {
  onClose: () => void;
  /** Opens with the form for a new flight instead of the list. */
  toAdd: boolean;
  /** Opens with the form of this flight, at its return. */
  returnOf?: Flight | null;
}) {
  const { t } = useTranslation(['flights']);
  const { data } = useFlights();
  const others = (data?.items.length ?? 0) > 0;
  const form = useId();
  const body = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(returnOf ?? (toAdd ? 'new' : 'list'));
  const [saving, setSaving] = useState(false);
  const go = (next: View) => {
    flushSync(() => setView(next));
    // The pressed button disappeared with its view, so the focus is moved.
    body.current?.focus();
  };
  const flight = typeof view === 'string' ? null : view;
  const kind = flight?.kind === 'return' ? 'return' : 'edit';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`flights:${flight ? kind : view === 'new' ? 'new' : 'list'}`)}
      actions={
        view === 'list' ? (
          <Button icon={<Icon name="plus" className="size-5" />} onClick={() => go('new')}>
            {t('flights:add')}
          </Button>
        ) : (
          <>
            <Button type="submit" form={form} busy={saving}>
              {t('flights:save')}
            </Button>
            {others && (
              <Button variant="quiet" onClick={() => go('list')}>
                {t('flights:back')}
              </Button>
            )}
          </>
        )
      }
    >
      <div ref={body} tabIndex={-1} className="outline-none">
        {view === 'list' ? (
          <FlightList onEdit={go} />
        ) : (
          <FlightForm
            key={flight?.id}
            id={form}
            flight={flight}
            startsWithReturn={flight !== null && flight === returnOf}
            onBusy={setSaving}
            onSaved={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}
