import { useCallback, useEffect, useRef, useState } from 'react';
import { computeCountdown } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LazyFlightsDialog } from './lazy-flights-dialog.tsx';

/** A button that opens the flights dialog: an icon when there is a flight, a text when there is none. */
export function FlightsButton() {
  const { t } = useTranslation('home');
  const { flightDate } = useProfile();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The dialog restores focus to the button that opened it, which may have been replaced meanwhile.
    if (!open && wasOpen.current && document.activeElement === document.body)
      button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const show = () => setOpen(true);
  const reached = { onPointerEnter: LazyFlightsDialog.preload, onFocus: LazyFlightsDialog.preload };
  const { state } = computeCountdown({
    date: flightDate,
    timeZone: getDeviceTimeZone(),
    now: now(),
  });
  const toAdd = state === 'none' || state === 'passed';
  return (
    <>
      {toAdd ? (
        <Button ref={button} variant="quiet" onClick={show} {...reached}>
          {t(state === 'none' ? 'flight.add' : 'flight.addNext')}
        </Button>
      ) : (
        <IconButton
          ref={button}
          label={t('flight.change')}
          className="-mx-3 shrink-0 text-ink-2"
          onClick={show}
          {...reached}
        >
          <Icon name="edit" className="size-5" />
        </IconButton>
      )}
      {open && <LazyFlightsDialog onClose={close} toAdd={toAdd} />}
    </>
  );
}
