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
import { useRefreshDashboard } from '../queries.ts';

type Refusal = 'home:flight.missing' | 'errors:flight_date_past' | 'errors:update_profile';

/** Adds, changes or removes the day of the flight; a past day is refused here and by the server alike. */
export function FlightDateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['home', 'ui', 'errors']);
  const { flightDate } = useProfile();
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const save = useSetFlightDate();
  const refresh = useRefreshDashboard();
  const { toast } = useToast();
  const form = useId();
  const timeZone = ownTimeZone();
  const date = typed ?? flightDate ?? '';

  const close = useCallback(() => {
    setTyped(null);
    setRefusal(null);
    onClose();
  }, [onClose]);
  const keep = (next: string | null) => {
    setRefusal(null);
    save.mutate(next, {
      onSuccess: () => {
        refresh();
        toast({ title: t(next === null ? 'home:flight.removed' : 'home:flight.saved') });
        close();
      },
      onError: (error) => setRefusal(refusalOf(error)),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date === '') setRefusal('home:flight.missing');
    else if (isPast({ date, timeZone, now: now() })) setRefusal('errors:flight_date_past');
    else keep(date);
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
          {flightDate !== null && (
            <Button variant="quiet" busy={save.isPending} onClick={() => keep(null)}>
              {t('home:flight.remove')}
            </Button>
          )}
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
