import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countdown } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { FlightsDialog } from './flights-dialog.tsx';

/** Opens the flights: a pencil where there is one to change, a button with its words where there is one to add. */
export function FlightsButton() {
  const { t } = useTranslation('home');
  const { flightDate } = useProfile();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The dialog gives focus back to the button that opened it, which another may have replaced by now.
    if (!open && wasOpen.current && document.activeElement === document.body)
      button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const show = () => setOpen(true);
  const { state } = countdown({ date: flightDate, timeZone: ownTimeZone(), now: now() });
  const toAdd = state === 'none' || state === 'passed';
  return (
    <>
      {toAdd ? (
        <Button ref={button} variant="quiet" onClick={show}>
          {t(state === 'none' ? 'flight.add' : 'flight.addNext')}
        </Button>
      ) : (
        <IconButton
          ref={button}
          label={t('flight.change')}
          className="-mr-3 shrink-0 text-ink-2"
          onClick={show}
        >
          <Icon name="edit" className="size-5" />
        </IconButton>
      )}
      {open && <FlightsDialog onClose={close} toAdd={toAdd} />}
    </>
  );
}
