import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { FieldError, TextArea } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { Attempt, Outcome } from '../model.ts';

const LONGEST = 500;

/** The second half of an attempt, beside what was expected of it. */
export function AfterForm({
  attempt,
  keep,
  instead,
}: {
  attempt: Attempt;
  keep: (outcome: Outcome) => void;
  instead: () => void;
}) {
  const { t } = useTranslation('ladder');
  const [highest, setHighest] = useState(attempt.before);
  const [after, setAfter] = useState(attempt.before);
  const [happened, setHappened] = useState('');
  const [learned, setLearned] = useState('');
  const [missing, setMissing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The half before it is gone, and the focus with it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const empty = happened.trim() === '' || learned.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (empty) return setMissing(true);
    // A fear that ended higher than its highest was at its highest then.
    const top = Math.max(highest, after);
    keep({ highest: top, after, happened: happened.trim(), learned: learned.trim() });
  };
  const fear = { low: t('scale.lowFear'), high: t('scale.highFear') };
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('after.heading')}
        </h2>
        <p className="mt-1">{t('after.lead', { expected: attempt.expected })}</p>
        <p className="text-sm text-ink-2">
          {t('after.leadSure', { sure: attempt.sure, before: attempt.before })}
        </p>
      </div>
      <Slider label={t('after.highest')} value={highest} onChange={setHighest} {...fear} />
      <Slider label={t('after.fear')} value={after} onChange={setAfter} {...fear} />
      <TextArea
        label={t('after.happened')}
        hint={t('after.happenedHint')}
        rows={3}
        maxLength={LONGEST}
        value={happened}
        onChange={(event) => setHappened(event.target.value)}
      />
      <TextArea
        label={t('after.learned')}
        hint={t('after.learnedHint')}
        rows={3}
        maxLength={LONGEST}
        value={learned}
        onChange={(event) => setLearned(event.target.value)}
      />
      {missing && empty && <FieldError>{t('after.missing')}</FieldError>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit">{t('after.keep')}</Button>
        <Button variant="quiet" onClick={instead}>
          {t('after.instead')}
        </Button>
      </div>
    </form>
  );
}
