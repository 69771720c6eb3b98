import { findContradictoryFearRating } from '#shared/rules/ladder.ts';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { findTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { LadderAttempt, AttemptOutcome } from '../model.ts';
import { AttemptHeading } from './part-heading.tsx';

const MAX_ANSWER_LENGTH = 500;

interface Draft extends Pick<AttemptOutcome, 'happened' | 'learned'> {
  highest: number | null;
  after: number | null;
}
const EMPTY: Draft = { highest: null, after: null, happened: '', learned: '' };

/** The form after an attempt at a step of the ladder: records what happened, beside the forecast. */
export function OutcomeForm({
  takesFocus,
  attempt,
  onSave,
  onStartOver,
}: {
  takesFocus: boolean;
  attempt: LadderAttempt;
  onSave: (outcome: AttemptOutcome) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation(['ladder', 'errors']);
  const { before } = attempt;
  const describeTextFault = (text: string) => {
    const fault = findTextFaultKey(text, MAX_ANSWER_LENGTH);
    return fault && t(text.trim() === '' ? 'ladder:after.missing' : fault);
  };
  const describeHighest = ({ highest, after }: Draft) => {
    if (highest === null) return t('ladder:scale.missing');
    const lower = findContradictoryFearRating({ before, highest, after: after ?? highest });
    return lower && t(`ladder:after.lower.${lower}`, { before, after });
  };
  const form = usePersistedForm(`step-after:${attempt.id}`, {
    initial: EMPTY,
    validate: (draft) => ({
      highest: describeHighest(draft),
      after: draft.after === null && t('ladder:scale.missing'),
      happened: describeTextFault(draft.happened),
      learned: describeTextFault(draft.learned),
    }),
    onSubmit: ({ highest, after, happened, learned }) => {
      if (highest === null || after === null) return;
      form.forget();
      onSave({ highest, after, happened: happened.trim(), learned: learned.trim() });
    },
  });
  const scale = {
    unsetText: t('ladder:scale.unset'),
    low: t('ladder:scale.lowFear'),
    high: t('ladder:scale.highFear'),
  };
  return (
    <form {...form.props} className="grid gap-6">
      <div>
        <AttemptHeading takesFocus={takesFocus}>{t('ladder:after.heading')}</AttemptHeading>
        <p className="mt-1">{t('ladder:after.lead', { expected: attempt.expected })}</p>
        <p className="text-sm text-ink-2">
          {t('ladder:after.leadSure', { sure: attempt.sure, before: attempt.before })}
        </p>
      </div>
      <Slider {...scale} {...form.bindValue('highest')} label={t('ladder:after.highest')} />
      <Slider {...scale} {...form.bindValue('after')} label={t('ladder:after.fear')} />
      <TextArea
        {...form.bindInput('happened')}
        label={t('ladder:after.happened')}
        hint={t('ladder:after.happenedHint')}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH}
      />
      <TextArea
        {...form.bindInput('learned')}
        label={t('ladder:after.learned')}
        hint={t('ladder:after.learnedHint')}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit">{t('ladder:after.keep')}</Button>
        <Button variant="quiet" onClick={onStartOver}>
          {t('ladder:after.instead')}
        </Button>
      </div>
    </form>
  );
}
