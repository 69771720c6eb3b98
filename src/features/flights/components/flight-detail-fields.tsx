import { useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { FlightDraft } from '../model.ts';
import { AirportField } from './airport-field.tsx';

/** Optional details of a flight (time, airports, number), collapsed at first. */
export function FlightDetailFields({
  draft,
  startsOpen,
  getFault,
  set,
}: {
  draft: FlightDraft;
  startsOpen: boolean;
  getFault: (field: 'departsAt' | 'from' | 'to' | 'number') => string | undefined;
  set: (part: Partial<FlightDraft>) => void;
}) {
  const { t } = useTranslation('flights');
  const [open, setOpen] = useState(startsOpen);
  return (
    <details
      open={open}
      className="group border-t border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-2 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block font-medium">{t('more')}</span>
          <span className="block text-sm text-ink-2">{t('moreHint')}</span>
        </span>
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-5 pt-2">
        {(['from', 'to'] as const).map((field) => (
          <AirportField
            key={field}
            label={t(field)}
            value={draft[field]}
            error={getFault(field)}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
        <TextField
          type="time"
          label={t('time')}
          hint={t('timeHint')}
          error={getFault('departsAt')}
          value={draft.departsAt}
          onChange={(event) => set({ departsAt: event.target.value })}
        />
        <TextField
          label={t('number')}
          optional={t('optional')}
          error={getFault('number')}
          value={draft.number}
          maxLength={10}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => set({ number: event.target.value })}
        />
      </div>
    </details>
  );
}
