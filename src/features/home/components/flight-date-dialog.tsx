import { type FormEvent, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPast, todayIn } from '#shared/rules/flight-date.ts';
import { useProfile, useSetFlightDate } from '#web/features/account/queries.ts';
import { ApiError } from '#web/lib/api.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';

type Refusal = 'home:flight.missing' | 'errors:flight_date_past' | 'errors:update_profile';

/** Asks for the day of the flight and keeps it; a past day is refused here and by the server alike. */
export function FlightDateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['home', 'ui', 'errors']);
  const { flightDate } = useProfile();
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const save = useSetFlightDate();
  const { toast } = useToast();
  const form = useId();
  const timeZone = ownTimeZone();
  const date = typed ?? flightDate ?? '';

  const close = useCallback(() => {
    setTyped(null);
    setRefusal(null);
    onClose();
  }, [onClose]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date === '') return setRefusal('home:flight.missing');
    if (isPast({ date, timeZone, now: now() })) return setRefusal('errors:flight_date_past');
    setRefusal(null);
    return save.mutate(date, {
      onSuccess: () => {
        toast({ title: t('home:flight.saved') });
        close();
      },
      onError: (error) => setRefusal(refusalOf(error)),
    });
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('home:flight.dialogTitle')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button type="submit" form={form} busy={save.isPending}>
            {t('ui:actions.save')}
          </Button>
          <Button variant="secondary" onClick={close}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextField
          type="date"
          label={t('home:flight.label')}
          hint={t('home:flight.hint')}
          error={refusal && t(refusal)}
          min={todayIn(timeZone, now())}
          max="9999-12-31"
          value={date}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

function refusalOf(error: unknown): Refusal {
  return error instanceof ApiError && error.code === 'flight_date_past'
    ? 'errors:flight_date_past'
    : 'errors:update_profile';
}
