import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findContradiction } from '#shared/rules/ladder.ts';
import { useFormDraft } from '#web/features/account/hooks/use-form-draft.ts';
import type { FieldFault } from '#web/lib/error-message.ts';
import { getTextFault } from '#web/lib/text-fault.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { Attempt, Outcome } from '../model.ts';
import { AttemptHeading } from './part-heading.tsx';

const MAX_ANSWER_LENGTH = 500;

interface Draft extends Pick<Outcome, 'happened' | 'learned'> {
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
  attempt: Attempt;
  onSave: (outcome: Outcome) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation(['ladder', 'errors']);
  const [draft, change, finish] = useFormDraft(`step-after:${attempt.id}`, EMPTY);
  const { highest, after, happened, learned } = draft;
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const faults = {
    happened: getTextFault(happened, MAX_ANSWER_LENGTH),
    learned: getTextFault(learned, MAX_ANSWER_LENGTH),
  };
  const { before } = attempt;
  const lower =
    highest === null ? null : findContradiction({ before, highest, after: after ?? highest });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (highest === null || after === null || lower || faults.happened || faults.learned)
      return showFaultsAndFocusFirst(form.current, () => setAsked(true));
    finish();
    onSave({ highest, after, happened: happened.trim(), learned: learned.trim() });
  };
  const describeTextFault = (text: string, fault: FieldFault | null) =>
    asked && fault && t(text.trim() === '' ? 'ladder:after.missing' : fault);
  const getScaleProps = (value: number | null) => ({
    value,
    unsetText: t('ladder:scale.unset'),
    error: asked && value === null && t('ladder:scale.missing'),
    low: t('ladder:scale.lowFear'),
    high: t('ladder:scale.highFear'),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-6">
      <div>
        <AttemptHeading takesFocus={takesFocus}>{t('ladder:after.heading')}</AttemptHeading>
        <p className="mt-1">{t('ladder:after.lead', { expected: attempt.expected })}</p>
        <p className="text-sm text-ink-2">
          {t('ladder:after.leadSure', { sure: attempt.sure, before: attempt.before })}
        </p>
      </div>
      <Slider
        label={t('ladder:after.highest')}
        onChange={(value) => change({ highest: value })}
        {...getScaleProps(highest)}
        {...(asked && lower && { error: t(`ladder:after.lower.${lower}`, { before, after }) })}
      />
      <Slider
        label={t('ladder:after.fear')}
        onChange={(value) => change({ after: value })}
        {...getScaleProps(after)}
      />
      <TextArea
        label={t('ladder:after.happened')}
        hint={t('ladder:after.happenedHint')}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH}
        error={describeTextFault(happened, faults.happened)}
        value={happened}
        onChange={(event) => change({ happened: event.target.value })}
      />
      <TextArea
        label={t('ladder:after.learned')}
        hint={t('ladder:after.learnedHint')}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH}
        error={describeTextFault(learned, faults.learned)}
        value={learned}
        onChange={(event) => change({ learned: event.target.value })}
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
