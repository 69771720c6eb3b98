import { type BreathPattern, BREATH_PATTERNS } from '#shared/rules/breathing.ts';
import { canVibrate } from '#web/lib/device-hardware.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox, RadioGroup } from '#web/ui/choice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EXERCISE_MINUTES_CHOICES, type BreathingSettings } from '../hooks/use-settings.ts';

/** Fields that choose the pattern and the duration of a breathing exercise, and sound or vibration. */
export function BreathingSettingsFields({
  settings,
  change,
  pattern,
}: {
  settings: BreathingSettings;
  change: (part: Partial<BreathingSettings>) => void;
  pattern: BreathPattern;
}) {
  const { t } = useTranslation('breathing');
  return (
    <div className="grid content-start gap-7">
      <div>
        <RadioGroup
          legend={t('pattern')}
          choices={BREATH_PATTERNS.map(({ key }) => ({
            value: key,
            label: (
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{t(`patterns.${key}.name`)}</span>
                <span className="tabular text-sm text-ink-2">{t(`patterns.${key}.count`)}</span>
              </span>
            ),
            detail: t(`patterns.${key}.for`),
          }))}
          value={pattern.key}
          onChange={(key) => change({ pattern: key })}
        />
        <div aria-live="polite">
          {pattern.holds && (
            <div className="mt-3">
              <Notice title={t('holds.title')}>{t('holds.text')}</Notice>
            </div>
          )}
        </div>
      </div>
      <DurationChoice minutes={settings.minutes} change={change} />
      <fieldset className="border-t border-line pt-5">
        <legend className="sr-only">{t('beside')}</legend>
        <Checkbox
          label={t('sound')}
          detail={t('soundDetail')}
          checked={settings.sound}
          onChange={(event) => change({ sound: event.target.checked })}
        />
        {canVibrate() && (
          <Checkbox
            label={t('haptics')}
            detail={t('hapticsDetail')}
            checked={settings.haptics}
            onChange={(event) => change({ haptics: event.target.checked })}
          />
        )}
      </fieldset>
      <p className="text-sm text-ink-2">{t('stopAnyTime')}</p>
    </div>
  );
}

function DurationChoice({
  minutes,
  change,
}: {
  minutes: number;
  change: (part: Partial<BreathingSettings>) => void;
}) {
  const { t } = useTranslation('breathing');
  return (
    <fieldset className="border-t border-line pt-5">
      <legend className="sr-only">{t('length')}</legend>
      <p aria-hidden="true" className="mb-3 font-medium">
        {t('length')}
      </p>
      <div className="flex flex-wrap gap-2">
        {EXERCISE_MINUTES_CHOICES.map((count) => (
          <label
            key={count}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-edge px-4 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-on-ink has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-load"
          >
            <input
              type="radio"
              name="minutes"
              value={count}
              checked={minutes === count}
              onChange={() => change({ minutes: count })}
              className="sr-only"
            />
            {t('minutes', { count })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
