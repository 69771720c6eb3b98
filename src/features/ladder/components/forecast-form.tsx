import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Setting, SETTINGS } from '#shared/rules/ladder.ts';
import { useFormDraft } from '#web/features/account/hooks/use-form-draft.ts';
import { getTextFault } from '#web/lib/text-fault.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea, showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { Attempt } from '../model.ts';
import { AttemptHeading } from './part-heading.tsx';

/** The longest answer, in characters. */
const MAX_ANSWER_LENGTH = 500;

export type Forecast = Pick<Attempt, 'expected' | 'sure' | 'before' | 'setting'>;

interface Draft extends Pick<Attempt, 'expected'> {
  sure: number | null;
  before: number | null;
  setting: Setting;
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
  onStart: (forecast: Forecast) => void;
}) {
  const { t } = useTranslation(['ladder', 'errors']);
  const [draft, change, finish] = useFormDraft(`step-before:${stepId}`, EMPTY);
  const { expected, sure, before, setting } = draft;
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fault = getTextFault(expected, MAX_ANSWER_LENGTH);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault || sure === null || before === null)
      return showFaultsAndFocusFirst(form.current, () => setAsked(true));
    finish();
    onStart({ expected: expected.trim(), sure, before, setting });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-6">
      <div>
        <AttemptHeading takesFocus={takesFocus}>{t('ladder:before.heading')}</AttemptHeading>
        <p className="mt-1 text-ink-2">{t('ladder:before.lead')}</p>
      </div>
      <TextArea
        label={t('ladder:before.expected')}
        hint={t('ladder:before.expectedHint')}
        rows={2}
        maxLength={MAX_ANSWER_LENGTH}
        value={expected}
        onChange={(event) => change({ expected: event.target.value })}
        error={asked && fault && t(expected.trim() === '' ? 'ladder:before.missing' : fault)}
      />
      <Slider
        label={t('ladder:before.sure')}
        value={sure}
        onChange={(value) => change({ sure: value })}
        max={100}
        step={5}
        valueText={t('ladder:scale.sure', { value: sure })}
        unsetText={t('ladder:scale.unset')}
        error={asked && sure === null && t('ladder:scale.missing')}
        low={t('ladder:scale.lowSure')}
        high={t('ladder:scale.highSure')}
      />
      <Slider
        label={t('ladder:before.fear')}
        value={before}
        onChange={(value) => change({ before: value })}
        unsetText={t('ladder:scale.unset')}
        error={asked && before === null && t('ladder:scale.missing')}
        low={t('ladder:scale.lowFear')}
        high={t('ladder:scale.highFear')}
      />
      <Select
        label={t('ladder:before.setting')}
        value={setting}
        onChange={(event) => change({ setting: event.target.value as Setting })}
        options={SETTINGS.map((value) => ({ value, label: t(`ladder:setting.${value}`) }))}
      />
      <div>
        <Button type="submit">{t('ladder:before.begin')}</Button>
      </div>
    </form>
  );
}
