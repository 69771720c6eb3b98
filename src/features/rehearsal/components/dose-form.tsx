import { type ReactNode, useId, useState } from 'react';
import {
  type RehearsalDose,
  REHEARSAL_LIGHTS,
  MAX_REHEARSAL_MINUTES,
  MIN_REHEARSAL_MINUTES,
  REHEARSAL_LANDSCAPES,
  REHEARSAL_SEATS,
} from '#shared/rules/rehearsal-dose.ts';
import { REHEARSAL_DISRUPTIONS } from '#shared/rules/rehearsal-phases.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';
import { RangeInput } from '#web/ui/range-input.tsx';
import { findLightStillUrl } from '../engine/stills.ts';
import { RehearsalWindowStill } from './rehearsal-window-still.tsx';
import { PhaseRangeSlider } from './phase-range-slider.tsx';
import { RoughnessSlider } from './roughness-slider.tsx';
import { BottomAction } from '#web/ui/bottom-action.tsx';

/** How much of a flight: its phases, how rough, the light, the length; place, seat and a disruption besides. */
export function DoseForm({
  initial,
  onChoose,
}: {
  initial: RehearsalDose;
  /** Called with the dose, and whether announcements are spoken. */
  onChoose: (dose: RehearsalDose, isAnnounced: boolean) => void;
}) {
  const { t } = useTranslation('rehearsal');
  const [dose, setDose] = useState(initial);
  const [isAnnounced, setAnnounced] = useState(false);
  const change = (part: Partial<RehearsalDose>) => setDose((known) => ({ ...known, ...part }));
  return (
    <form
      className="flex grow flex-col gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(dose, isAnnounced);
      }}
    >
      <h1 className="text-4xl">{t('dose.title')}</h1>
      <PhaseRangeSlider from={dose.from} to={dose.to} onChange={change} />
      <RoughnessSlider
        label={t('dose.rough')}
        said={t(`roughness.${dose.roughness}`)}
        value={dose.roughness}
        onChange={(roughness) => change({ roughness })}
      />
      <fieldset>
        <legend className="mb-3">{t('dose.light')}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-3">
          {REHEARSAL_LIGHTS.map((light) => (
            <label
              key={light}
              className="grid cursor-pointer justify-items-center gap-2 text-sm has-checked:font-medium"
            >
              <input
                type="radio"
                name="light"
                value={light}
                checked={dose.light === light}
                onChange={() => change({ light })}
                className="peer sr-only"
              />
              <RehearsalWindowStill
                light={light}
                stillUrl={findLightStillUrl(light)}
                className="aspect-[3/4] w-full max-w-16 peer-checked:shadow-[0_0_0_3px_var(--ground),0_0_0_5.5px_var(--ink)] peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-6 peer-focus-visible:outline-load"
              />
              {t(`lights.${light}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <Range
        label={t('dose.long')}
        said={t('dose.minutes', { count: dose.minutes })}
        min={MIN_REHEARSAL_MINUTES}
        max={MAX_REHEARSAL_MINUTES}
        value={dose.minutes}
        onChange={(minutes) => change({ minutes })}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
        <Select
          label={t('dose.place')}
          value={dose.place}
          options={REHEARSAL_LANDSCAPES.map((value) => ({ value, label: t(`places.${value}`) }))}
          onChange={({ target }) => change({ place: target.value as RehearsalDose['place'] })}
        />
        <Select
          label={t('dose.seat')}
          value={dose.seat}
          options={REHEARSAL_SEATS.map((value) => ({ value, label: t(`seats.${value}`) }))}
          onChange={({ target }) => change({ seat: target.value as RehearsalDose['seat'] })}
        />
      </div>
      <Select
        label={t('dose.detour')}
        value={dose.detour ?? ''}
        options={[
          { value: '', label: t('dose.noDetour') },
          ...REHEARSAL_DISRUPTIONS.map((value) => ({ value, label: t(`phases.${value}`) })),
        ]}
        onChange={({ target }) =>
          change({ detour: (target.value || null) as RehearsalDose['detour'] })
        }
      />
      <Checkbox
        label={t('dose.announce')}
        detail={t('dose.announceHint')}
        checked={isAnnounced}
        onChange={({ target }) => setAnnounced(target.checked)}
      />
      <p className="text-sm text-ink-2">{t('dose.stop')}</p>
      <span className="grow" />
      <BottomAction>
        <Button type="submit" wide>
          {t('dose.next')}
        </Button>
      </BottomAction>
    </form>
  );
}

function Range({
  label,
  said,
  min = 0,
  max,
  value,
  onChange,
}: {
  label: ReactNode;
  /** The value in words, shown and announced. */
  said: string;
  min?: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        <output htmlFor={id} className="font-serif text-xl">
          {said}
        </output>
      </label>
      <RangeInput
        id={id}
        min={min}
        max={max}
        value={value}
        aria-valuetext={said}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
