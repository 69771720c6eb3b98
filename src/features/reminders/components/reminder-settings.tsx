import { useState } from 'react';
import type { RemindersReply, ReminderSettings as Wishes } from '#shared/contract/reminders.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { EVENING_REMINDER_HOUR } from '#shared/rules/reminders.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioGroup } from '#web/ui/choice.tsx';
import { FieldError, InlineSelect } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { isPushSupported, PushDeniedError } from '../engine/push.ts';
import { useEndReminders, useReminders, useSaveReminders } from '../queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const THINGS = ['practice', 'pack', 'evening'] as const;

/** The settings of reminders; nothing until they are loaded. */
export function ReminderSettingsForm() {
  const { t } = useTranslation('reminders');
  const { data } = useReminders();
  if (!data) return null;
  return (
    <Section title={t('title')}>
      <p className="text-ink-2">{t('lead')}</p>
      {/* Begun anew when they are ended, here or by the link of one. */}
      <ReminderForm key={String(data.wishes === null)} reminders={data} />
    </Section>
  );
}

const getDefaultWishes = (): Wishes => ({
  channel: isPushSupported() ? 'push' : 'email',
  hour: 20,
  timeZone: getDeviceTimeZone(),
  practice: true,
  pack: true,
  evening: true,
});

function ReminderForm({ reminders: { wishes: saved, pushKey } }: { reminders: RemindersReply }) {
  const { t, i18n } = useTranslation('reminders');
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const [isOpen, setOpen] = useState(saved !== null);
  const save = useSaveReminders(pushKey);
  const end = useEndReminders();
  const form = useForm<Wishes>({
    initial: () => {
      if (!saved) return getDefaultWishes();
      const { isResting: _, ...rest } = saved;
      return { ...rest, timeZone: getDeviceTimeZone() };
    },
    validate: (draft) => ({ things: !THINGS.some((thing) => draft[thing]) && t('nothing') }),
    request: save,
    onSubmit: (draft) => save.mutate(draft, { onSuccess: () => toast({ title: t('saved') }) }),
  });
  const { draft: wishes, set: change } = form;
  const formatHour = (hour: number) =>
    new Intl.DateTimeFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB', {
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(2026, 0, 1, hour));
  if (!isOpen)
    return (
      <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
        {t('on')}
      </Button>
    );
  const failure =
    save.error instanceof PushDeniedError
      ? t('denied', { name: PRODUCT_NAME })
      : (form.failure ?? (end.error && describeError(end.error)));
  const fault = form.faults['things'] ?? failure;
  const name = PRODUCT_NAME;
  return (
    <form {...form.props} className="mt-4 grid gap-5">
      {saved?.isResting && <p>{t('resting')}</p>}
      <RadioGroup
        legend={t('channel')}
        choices={[
          {
            value: 'push',
            label: t('push'),
            disabled: !isPushSupported(),
            ...(!isPushSupported() && { detail: t('unsupported', { name }) }),
          },
          { value: 'email', label: t('email') },
        ]}
        value={wishes.channel}
        onChange={(channel) => change({ channel })}
      />
      <div>
        <InlineSelect
          label={t('hour')}
          value={String(wishes.hour)}
          options={HOURS.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
          onChange={(event) => change({ hour: Number(event.target.value) })}
        />
        <p className="text-sm text-ink-2">
          {t('timeZone', { timeZone: wishes.timeZone.replaceAll('_', ' ') })}
        </p>
      </div>
      <fieldset>
        <legend className="mb-2 font-medium">{t('what')}</legend>
        {THINGS.map((thing) => (
          <Checkbox
            key={thing}
            label={t(thing)}
            detail={
              thing === 'practice'
                ? t('practiceDetail')
                : thing === 'evening'
                  ? t('eveningDetail', { time: formatHour(EVENING_REMINDER_HOUR) })
                  : undefined
            }
            checked={wishes[thing]}
            onChange={(event) => change({ [thing]: event.target.checked })}
          />
        ))}
      </fieldset>
      {fault && <FieldError>{fault}</FieldError>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" variant="secondary" busy={save.isPending}>
          {t('save')}
        </Button>
        {saved && (
          <Button
            variant="quiet"
            className="px-0 font-normal"
            busy={end.isPending}
            onClick={() => end.mutate(undefined, { onSuccess: () => toast({ title: t('ended') }) })}
          >
            {t('end')}
          </Button>
        )}
      </div>
    </form>
  );
}
