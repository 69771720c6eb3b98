import { useCallback, useId, useState } from 'react';
import type { Plan } from '#shared/contract/plan.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { serialiseICalendar } from '#shared/rules/calendar.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { formatRoute, listUpcomingFlights } from '#web/features/flights/model.ts';
import { useFlights } from '#web/features/flights/queries.ts';
import { now } from '#web/lib/clock.ts';
import { saveAsDownload } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { buildCalendarEvents } from '../model.ts';

const DEFAULT_TIME = '19:00';

/** Downloads the plan as an iCalendar file, made on the device: no subscription, nothing sent. */
export function CalendarButton({ plan }: { plan: Plan }) {
  const { t, i18n } = useTranslation(['plan']);
  const { id: owner } = useProfile();
  const { toast } = useToast();
  const { data } = useFlights();
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const save = ({ time }: { time: string }) => {
    const events = buildCalendarEvents({
      plan,
      flights: listUpcomingFlights(data?.items ?? [], now()),
      time: time || DEFAULT_TIME,
      owner,
      origin: location.origin,
      texts: {
        practice: (count) => t('plan:calendar.practice', { product: PRODUCT_NAME, count }),
        practiceNote: t('plan:calendar.practiceNote'),
        flight: (flight) => t('plan:calendar.flight', { route: formatRoute(flight) }).trim(),
        flightNote: t('plan:calendar.flightNote', { product: PRODUCT_NAME }),
      },
    });
    const { language } = i18n;
    saveAsDownload(
      `${PRODUCT_NAME.toLowerCase()}.ics`,
      'text/calendar;charset=utf-8',
      serialiseICalendar({ name: PRODUCT_NAME, language, events, now: now() }),
    );
    toast({ title: t('plan:calendar.saved') });
    close();
  };
  const form = useForm({ initial: { time: DEFAULT_TIME }, onSubmit: save });
  return (
    <>
      <Button
        variant="quiet"
        className="text-sm"
        icon={<Icon name="calendar" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        {t('plan:calendar.open')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={t('plan:calendar.title')}
        actions={
          <Button type="submit" form={id}>
            {t('plan:calendar.save')}
          </Button>
        }
      >
        <form {...form.props} id={id}>
          <p className="mb-5 text-ink-2">{t('plan:calendar.text', { product: PRODUCT_NAME })}</p>
          <TextField
            {...form.bindInput('time')}
            type="time"
            label={t('plan:calendar.time')}
            hint={t('plan:calendar.timeHint')}
          />
        </form>
      </Dialog>
    </>
  );
}
