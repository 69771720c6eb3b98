import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { showFaults } from '#web/ui/first-fault.ts';
import { Slider } from '#web/ui/slider.tsx';
import type { Attempt, Outcome } from '../model.ts';
import { PartHeading } from './part-heading.tsx';

const LONGEST = 500;

/** The second half of an attempt, beside what was expected of it. */
export function AfterForm({
  arrives,
  attempt,
  keep,
  instead,
}: {
  arrives: boolean;
  attempt: Attempt;
  keep: (outcome: Outcome) => void;
  instead: () => void;
}) {
  const { t } = useTranslation('ladder');
  const [highest, setHighest] = useState<number | null>(null);
  const [after, setAfter] = useState<number | null>(null);
  const [happened, setHappened] = useState('');
  const [learned, setLearned] = useState('');
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = (text: string) => text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (highest === null || after === null || isEmpty(happened) || isEmpty(learned))
      return showFaults(form.current, () => setAsked(true));
    // A fear that ended higher than its highest was at its highest then.
    const top = Math.max(highest, after);
    keep({ highest: top, after, happened: happened.trim(), learned: learned.trim() });
  };
  const scaleOf = (value: number | null) => ({
    value,
    unsetText: t('scale.unset'),
    error: asked && value === null && t('scale.missing'),
    low: t('scale.lowFear'),
    high: t('scale.highFear'),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-6">
      <div>
        <PartHeading arrives={arrives}>{t('after.heading')}</PartHeading>
        <p className="mt-1">{t('after.lead', { expected: attempt.expected })}</p>
        <p className="text-sm text-ink-2">
          {t('after.leadSure', { sure: attempt.sure, before: attempt.before })}
        </p>
      </div>
      <Slider label={t('after.highest')} onChange={setHighest} {...scaleOf(highest)} />
      <Slider label={t('after.fear')} onChange={setAfter} {...scaleOf(after)} />
      <TextArea
        label={t('after.happened')}
        hint={t('after.happenedHint')}
        rows={3}
        maxLength={LONGEST}
        error={asked && isEmpty(happened) && t('after.missing')}
        value={happened}
        onChange={(event) => setHappened(event.target.value)}
      />
      <TextArea
        label={t('after.learned')}
        hint={t('after.learnedHint')}
        rows={3}
        maxLength={LONGEST}
        error={asked && isEmpty(learned) && t('after.missing')}
        value={learned}
        onChange={(event) => setLearned(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit">{t('after.keep')}</Button>
        <Button variant="quiet" onClick={instead}>
          {t('after.instead')}
        </Button>
      </div>
    </form>
  );
}
