import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findContradiction } from '#shared/rules/ladder.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { Attempt, Outcome } from '../model.ts';
import { AttemptHeading } from './part-heading.tsx';

const MAX_ANSWER_LENGTH = 500;

/** The second half of an attempt: what happened, beside the forecast. */
export function AfterForm({
  takesFocus,
  attempt,
  onSave,
  onStartOver,
}: {
  takesFocus: boolean;
  attempt: Attempt;
  onSave: (outcome: Outcome) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation('ladder');
  const [highest, setHighest] = useState<number | null>(null);
  const [after, setAfter] = useState<number | null>(null);
  const [happened, setHappened] = useState('');
  const [learned, setLearned] = useState('');
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = (text: string) => text.trim() === '';
  const { before } = attempt;
  const lower =
    highest === null ? null : findContradiction({ before, highest, after: after ?? highest });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (highest === null || after === null || lower || isEmpty(happened) || isEmpty(learned))
      return showFaultsAndFocusFirst(form.current, () => setAsked(true));
    onSave({ highest, after, happened: happened.trim(), learned: learned.trim() });
  };
  const getScaleProps = (value: number | null) => ({
    value,
    unsetText: t('scale.unset'),
    error: asked && value === null && t('scale.missing'),
    low: t('scale.lowFear'),
    high: t('scale.highFear'),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-6">
      <div>
        <AttemptHeading takesFocus={takesFocus}>{t('after.heading')}</AttemptHeading>
        <p className="mt-1">{t('after.lead', { expected: attempt.expected })}</p>
        <p className="text-sm text-ink-2">
          {t('after.leadSure', { sure: attempt.sure, before: attempt.before })}
        </p>
      </div>
      <Slider
        label={t('after.highest')}
        onChange={setHighest}
        {...getScaleProps(highest)}
        {...(asked && lower && { error: t(`after.lower.${lower}`, { before, after }) })}
      />
      <Slider label={t('after.fear')} onChange={setAfter} {...getScaleProps(after)} />
      <TextArea
        label={t('after.happened')}
        hint={t('after.happenedHint')}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH}
        error={asked && isEmpty(happened) && t('after.missing')}
        value={happened}
        onChange={(event) => setHappened(event.target.value)}
      />
      <TextArea
        label={t('after.learned')}
        hint={t('after.learnedHint')}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH}
        error={asked && isEmpty(learned) && t('after.missing')}
        value={learned}
        onChange={(event) => setLearned(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit">{t('after.keep')}</Button>
        <Button variant="quiet" onClick={onStartOver}>
          {t('after.instead')}
        </Button>
      </div>
    </form>
  );
}
