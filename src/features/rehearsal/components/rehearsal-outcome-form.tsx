import { useRef } from 'react';
import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { findContradictoryFearRating } from '#shared/rules/ladder.ts';
import { getRehearsalPhaseAt, scheduleRehearsalPhases } from '#shared/rules/rehearsal-phases.ts';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import type { LadderAttempt, AttemptOutcome } from '#web/features/ladder/model.ts';
import { findTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { buildFearPath, summariseFearMarks } from '../model.ts';
import type { RehearsalResult } from './flight-scene.tsx';
import { BottomAction } from '#web/ui/bottom-action.tsx';

const MAX_ANSWER_LENGTH = 500;
const [WIDTH, HEIGHT] = [320, 140];

interface Draft {
  happened: string;
  learned: string;
  sureNext: number | null;
  /** Asked for where the fear could not be moved on the way. */
  highest: number | null;
  after: number | null;
}
const EMPTY: Draft = { happened: '', learned: '', sureNext: null, highest: null, after: null };

/** Expected beside felt, as a curve and in words; what happened; how sure next time. Stopped early is shown the same way. */
export function RehearsalOutcomeForm({
  dose,
  attempt,
  forecast,
  passed,
  onKeep,
  onSkip,
}: {
  dose: RehearsalDose;
  attempt: LadderAttempt;
  /** The fear that was expected, at its highest. */
  forecast: number;
  passed: RehearsalResult;
  /** Called with what is kept, and whether the same dose is to follow from another window. */
  onKeep: (outcome: AttemptOutcome, repeats: boolean) => void;
  /** Leaves it untold; only where it is asked for at a later visit. */
  onSkip?: (() => void) | undefined;
}) {
  const { t } = useTranslation(['rehearsal', 'ladder', 'errors']);
  const repeats = useRef(false);
  const findFelt = ({ highest, after }: Draft) => {
    if (!passed.inHeadset) return summariseFearMarks(passed.marks, attempt.before);
    return highest === null || after === null ? null : { highest, after };
  };
  const describeHighest = ({ highest, after }: Draft) => {
    if (!passed.inHeadset) return null;
    if (highest === null) return t('ladder:scale.missing');
    const { before } = attempt;
    const lower = findContradictoryFearRating({ before, highest, after: after ?? highest });
    return lower && t(`ladder:after.lower.${lower}`, { before, after });
  };
  const describeTextFault = (text: string) => {
    const fault = findTextFaultKey(text, MAX_ANSWER_LENGTH);
    return fault && t(text.trim() === '' ? 'ladder:after.missing' : fault);
  };
  const form = usePersistedForm(`rehearsal-after:${attempt.id}`, {
    initial: EMPTY,
    validate: (draft) => ({
      highest: describeHighest(draft),
      after: passed.inHeadset && draft.after === null && t('ladder:scale.missing'),
      happened: describeTextFault(draft.happened),
      learned: describeTextFault(draft.learned),
    }),
    onSubmit: (draft) => {
      const given = findFelt(draft);
      if (!given) return;
      const { happened, learned, sureNext } = draft;
      form.forget();
      const { lasted, marks } = passed;
      const rehearsal = { dose, lasted, forecast, curve: marks, sureNext };
      onKeep(
        { ...given, happened: happened.trim(), learned: learned.trim(), rehearsal },
        repeats.current,
      );
    },
  });
  const felt = findFelt(form.draft);
  const scale = {
    unsetText: t('ladder:scale.unset'),
    low: t('ladder:scale.lowFear'),
    high: t('ladder:scale.highFear'),
  };
  return (
    <form {...form.props} className="flex grow flex-col gap-6">
      <h1 className="text-4xl">
        {t('rehearsal:after.expected', { forecast })}{' '}
        {felt &&
          t(`rehearsal:after.${felt.after < felt.highest ? 'fell' : 'stayed'}`, {
            highest: felt.highest,
          })}
      </h1>
      {passed.inHeadset ? (
        <>
          <Slider {...scale} {...form.bindValue('highest')} label={t('ladder:after.highest')} />
          <Slider {...scale} {...form.bindValue('after')} label={t('ladder:after.fear')} />
        </>
      ) : (
        <FearCurve dose={dose} passed={passed} forecast={forecast} />
      )}
      <dl className="border-y border-line py-4">
        <dt className="text-sm text-ink-2">{t('rehearsal:after.sure', { sure: attempt.sure })}</dt>
        <dd className="mb-3">{attempt.expected}</dd>
        <dt className="text-sm text-ink-2">{t('rehearsal:after.stay')}</dt>
        <dd className="font-serif text-xl">
          {t(passed.isWhole ? 'rehearsal:after.whole' : 'rehearsal:after.part', {
            count: Math.max(1, Math.round(passed.lasted / 60)),
          })}
        </dd>
      </dl>
      <TextArea
        {...form.bindInput('happened')}
        label={t('ladder:after.happened')}
        hint={t('rehearsal:after.happenedHint')}
        rows={2}
        maxLength={MAX_ANSWER_LENGTH}
      />
      <TextArea
        {...form.bindInput('learned')}
        label={t('ladder:after.learned')}
        hint={t('ladder:after.learnedHint')}
        rows={2}
        maxLength={MAX_ANSWER_LENGTH}
      />
      <Slider
        {...form.bindValue('sureNext')}
        label={t('rehearsal:after.next')}
        max={100}
        step={5}
        valueText={t('ladder:scale.sure', { value: form.draft.sureNext })}
        unsetText={t('rehearsal:after.last', { sure: attempt.sure })}
        mark={attempt.sure}
        low={t('ladder:scale.lowSure')}
        high={t('ladder:scale.highSure')}
      />
      <span className="grow" />
      <BottomAction>
        {onSkip && (
          <Button variant="quiet" onClick={onSkip}>
            {t('rehearsal:after.skip')}
          </Button>
        )}
        <Button
          type="submit"
          variant="secondary"
          wide
          onClick={() => {
            repeats.current = true;
          }}
        >
          {t('rehearsal:after.again')}
        </Button>
        <Button
          type="submit"
          wide
          onClick={() => {
            repeats.current = false;
          }}
        >
          {t('rehearsal:after.keep')}
        </Button>
      </BottomAction>
    </form>
  );
}

/** The fear as a curve with its height and where it came, and the expected one as a dotted level. */
function FearCurve({
  dose,
  passed: { marks, lasted },
  forecast,
}: {
  dose: RehearsalDose;
  passed: RehearsalResult;
  forecast: number;
}) {
  const { t } = useTranslation('rehearsal');
  const path = buildFearPath(marks, lasted, WIDTH, HEIGHT);
  const getY = (fear: number) => HEIGHT - (fear / 10) * HEIGHT;
  const peak = marks.reduce((top, mark) => (mark.fear > top.fear ? mark : top));
  const [x, y] = [(Math.min(peak.at, lasted) / Math.max(1, lasted)) * WIDTH, getY(peak.fear)];
  const { phase } = getRehearsalPhaseAt(scheduleRehearsalPhases(dose), peak.at);
  const isLate = x > WIDTH / 2;
  return (
    <figure>
      <svg
        viewBox={`-18 -22 ${WIDTH + 36} ${HEIGHT + 26}`}
        aria-hidden="true"
        className="block w-full max-w-xl"
      >
        <path d={`${path}V${HEIGHT}H0Z`} fill="var(--load)" opacity=".14" />
        <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke="var(--line)" fill="none" />
        <path
          d={`M0 ${getY(forecast)}H${WIDTH}`}
          stroke="var(--ink-2)"
          strokeDasharray="1.5 4"
          fill="none"
        />
        <path d={path} fill="none" stroke="var(--load)" strokeWidth="2.25" />
        <circle cx={x} cy={y} r="12" fill="var(--glow)" opacity=".5" />
        <circle cx={x} cy={y} r="5" fill="var(--horizon)" />
        <g className="fill-ink-2 text-[13px]">
          <text x={isLate ? 0 : WIDTH} y={getY(forecast) - 6} textAnchor={isLate ? 'start' : 'end'}>
            {t('after.level')}
          </text>
          <text
            x={isLate ? x - 14 : x + 14}
            y={y - 12}
            textAnchor={isLate ? 'end' : 'start'}
            className="fill-ink stroke-ground stroke-3 [paint-order:stroke]"
          >
            {t(`phases.${phase}`)}
          </text>
        </g>
      </svg>
      <figcaption className="text-sm text-ink-2">{t('after.curve')}</figcaption>
    </figure>
  );
}
