import { type AttemptSetting, ATTEMPT_SETTINGS } from '#shared/rules/ladder.ts';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { findTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { ChosenDoseName } from '../model.ts';
import { FearClimbSlider } from './fear-climb.tsx';
import { BottomAction } from '#web/ui/bottom-action.tsx';

const MAX_ANSWER_LENGTH = 500;

/** What is expected of a rehearsal: in own words, how sure in per cent, the fear now and at its highest. */
export interface RehearsalForecast {
  expected: string;
  sure: number;
  before: number;
  highest: number;
  setting: AttemptSetting;
}
interface Draft {
  expected: string;
  sure: number | null;
  before: number | null;
  highest: number | null;
  setting: AttemptSetting;
}
const EMPTY: Draft = {
  expected: '',
  sure: null,
  before: null,
  highest: null,
  setting: 'home_alone',
};

/** The forecast before a rehearsal; an unanswered scale rests unset. */
export function RehearsalForecastForm({
  name,
  onGo,
}: {
  name: ChosenDoseName;
  onGo: (forecast: RehearsalForecast) => void;
}) {
  const { t } = useTranslation(['rehearsal', 'ladder', 'errors']);
  const form = usePersistedForm(`rehearsal:${name}`, {
    initial: EMPTY,
    validate: ({ expected, sure, before, highest }) => {
      const fault = findTextFaultKey(expected, MAX_ANSWER_LENGTH);
      return {
        expected: fault && t(expected.trim() === '' ? 'ladder:before.missing' : fault),
        sure: sure === null && t('ladder:scale.missing'),
        before: before === null && t('ladder:scale.missing'),
        highest: highest === null && t('ladder:scale.missing'),
      };
    },
    onSubmit: ({ expected, sure, before, highest, setting }) => {
      if (sure === null || before === null || highest === null) return;
      form.forget();
      onGo({ expected: expected.trim(), sure, before, highest, setting });
    },
  });
  const scale = {
    unsetText: t('ladder:scale.unset'),
    low: t('ladder:scale.lowFear'),
    high: t('ladder:scale.highFear'),
  };
  return (
    <form {...form.props} className="flex grow flex-col gap-7">
      <h1 className="text-4xl">{t('rehearsal:prediction.title')}</h1>
      <TextArea
        {...form.bindInput('expected')}
        label={t('rehearsal:prediction.words')}
        hint={t('rehearsal:prediction.hint')}
        rows={3}
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
      <Slider {...scale} {...form.bindValue('before')} label={t('ladder:before.fear')} />
      <FearClimbSlider
        {...scale}
        {...form.bindValue('highest')}
        label={t('rehearsal:prediction.highest')}
      />
      <Select
        {...form.bindInput('setting')}
        label={t('ladder:before.setting')}
        options={ATTEMPT_SETTINGS.map((value) => ({ value, label: t(`ladder:setting.${value}`) }))}
      />
      <span className="grow" />
      <BottomAction>
        <Button type="submit" wide>
          {t('rehearsal:prediction.go')}
        </Button>
      </BottomAction>
    </form>
  );
}
