import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Countdown } from '#shared/rules/flight-date.ts';
import { useProfile, useSetFlightDate } from '#web/features/account/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { FlightDateDialog } from './flight-date-dialog.tsx';

const FIRST_BUTTON = {
  none: 'add',
  passed: 'addNext',
  today: 'change',
  days_until: 'change',
} as const;

/** Add, change or remove the flight date, wherever the countdown is shown. */
export function FlightDateActions({ state }: { state: Countdown['state'] }) {
  const { t } = useTranslation(['home', 'common', 'errors']);
  const { flightDate } = useProfile();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const first = useRef<HTMLButtonElement>(null);
  const save = useSetFlightDate();
  const { toast } = useToast();
  const failed = () => toast({ title: t('errors:update_profile'), tone: 'refusal' });

  const undo = (date: string) => ({
    label: t('common:verbs.undo'),
    altText: t('home:flight.add'),
    onPress: () => save.mutate(date, { onError: failed }),
  });
  const remove = () =>
    save.mutate(null, {
      onSuccess: () => {
        // The button that was pressed is gone; the one beside it stays.
        first.current?.focus();
        const past = state === 'passed' || flightDate === null;
        toast({ title: t('home:flight.removed'), ...(past ? {} : { action: undo(flightDate) }) });
      },
      onError: failed,
    });

  return (
    <div className="mt-2 flex flex-wrap gap-x-5 text-sm">
      <Button
        ref={first}
        variant={state === 'none' ? 'secondary' : 'quiet'}
        className={state === 'none' ? 'mt-3' : 'px-0'}
        onClick={() => setOpen(true)}
      >
        {t(`home:flight.${FIRST_BUTTON[state]}`)}
      </Button>
      {state !== 'none' && (
        <Button variant="quiet" className="px-0" busy={save.isPending} onClick={remove}>
          {t('home:flight.remove')}
        </Button>
      )}
      <FlightDateDialog open={open} onClose={close} />
    </div>
  );
}
