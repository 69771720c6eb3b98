import { type AttemptSetting, ATTEMPT_SETTINGS } from '#shared/rules/ladder.ts';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { findTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { LadderAttempt } from '../model.ts';
import { AttemptHeading } from './part-heading.tsx';

/** The longest answer, in characters. */
const MAX_ANSWER_LENGTH = 500;

export type AttemptForecast = Pick<LadderAttempt, 'expected' | 'sure' | 'before' | 'setting'>;

interface Draft extends Pick<LadderAttempt, 'expected'> {
  sure: number | null;
  before: number | null;
  setting: AttemptSetting;
}
const EMPTY: Draft = { expected: '', sure: null, before: null, setting: 'home_alone' };

/**
 * The form before an attempt at a step of the ladder: records what the person expects, to which the outcome is compared
 * later.
 */
export function ForecastForm({
  stepId,
  takesFocus,
  onStart,
}: {
  stepId: string;
  takesFocus: boolean;
  onStart: (forecast: AttemptForecast) => void;
}) {
  const { t } = useTranslation(['ladder', 'errors']);
  const form = usePersistedForm(`step-before:${stepId}`, {
    initial: EMPTY,
    validate: ({ expected, sure, before }) => {
      const fault = findTextFaultKey(expected, MAX_ANSWER_LENGTH);
      return {
        expected: fault && t(expected.trim() === '' ? 'ladder:before.missing' : fault),
        sure: sure === null && t('ladder:scale.missing'),
        before: before === null && t('ladder:scale.missing'),
      };
    },
    onSubmit: ({ expected, sure, before, setting }) => {
      if (sure === null || before === null) return;
      form.forget();
      onStart({ expected: expected.trim(), sure, before, setting });
    },
  });
  return (
    <form {...form.props} className="grid gap-6">
      <div>
        <AttemptHeading takesFocus={takesFocus}>{t('ladder:before.heading')}</AttemptHeading>
        <p className="mt-1 text-ink-2">{t('ladder:before.lead')}</p>
      </div>
      <TextArea
        {...form.bindInput('expected')}
        label={t('ladder:before.expected')}
        hint={t('ladder:before.expectedHint')}
        rows={2}
        maxLength={MAX_ANSWER_LENGTH}
      />
      <Slider
        {...form.bindValue('sure')}
        label={t('ladder:before.sure')}
        max={100}
        step={5}
        valueText={t('ladder:scale.sure', { value: form.draft.sure })}
        unsetText={t('ladder:scale.unset')}
        low={t('ladder:scale.lowSure')}
        high={t('ladder:scale.highSure')}
      />
      <Slider
        {...form.bindValue('before')}
        label={t('ladder:before.fear')}
        unsetText={t('ladder:scale.unset')}
        low={t('ladder:scale.lowFear')}
        high={t('ladder:scale.highFear')}
      />
      <Select
        {...form.bindInput('setting')}
        label={t('ladder:before.setting')}
        options={ATTEMPT_SETTINGS.map((value) => ({ value, label: t(`ladder:setting.${value}`) }))}
      />
      <div>
        <Button type="submit">{t('ladder:before.begin')}</Button>
      </div>
    </form>
  );
}
