import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import type { Journey, JourneyWhereabouts } from '../engine/journey.ts';
import { type FlightDisruption, listDisruptions } from '../engine/phases.ts';
import type { JourneyControls } from '../hooks/use-journey.ts';
import type { PositionAvailability } from '../hooks/use-position.ts';
import type { RunwaySensorState } from '../hooks/use-detect-runway-motion.ts';
import { PhaseNameAndSoundLink, PhaseText } from './step-text.tsx';

/** Proposes the phase that clock, position or motion speak for, to be confirmed; nothing while it is the one that was told. */
export function PhaseProposal({
  whereabouts,
  controls,
}: {
  whereabouts: JourneyWhereabouts;
  controls: JourneyControls;
}) {
  const { t } = useTranslation('flight');
  const { expected, by } = whereabouts;
  if (by === 'told') return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-5 gap-y-1 border-l-2 border-horizon pl-4">
      <p>{t(`proposal.${by}`, { phase: t(`phases.${expected}.name`) })}</p>
      <p className="flex flex-wrap gap-x-5">
        <Button variant="quiet" onClick={() => controls.confirm(whereabouts)}>
          {t('proposal.yes')}
        </Button>
        <Button variant="quiet" onClick={() => controls.refuse(whereabouts)}>
          {t('proposal.no')}
        </Button>
      </p>
    </div>
  );
}

/** What can be told of in this phase, such as a delay or a go-around. */
export function DisruptionButtons({
  phase,
  onTell,
}: {
  phase: FlightPhase;
  onTell: (disruption: FlightDisruption) => void;
}) {
  const { t } = useTranslation('flight');
  const disruptions = listDisruptions(phase);
  if (disruptions.length === 0) return null;
  return (
    <section className="mt-4 border-t border-line py-3">
      <h2 className="font-sans text-base font-normal">{t('tell')}</h2>
      <p className="text-sm text-ink-2">{t('tellLead')}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {disruptions.map((disruption) => (
          <li key={disruption}>
            <Button variant="secondary" onClick={() => onTell(disruption)}>
              {t(`detours.${disruption}.name`)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Something between two phases, while it goes on. */
export function OngoingDisruption({ journey }: { journey: Journey }) {
  const { t } = useTranslation('flight');
  const disruption = journey.detours.at(-1)?.detour;
  if (!disruption) return null;
  return (
    <article>
      <PhaseNameAndSoundLink name={t(`detours.${disruption}.name`)} />
      <PhaseText
        texts={{
          hear: t(`detours.${disruption}.hear`),
          why: t(`detours.${disruption}.why`),
          now: t(`detours.${disruption}.now`),
          say: t(`detours.${disruption}.say`),
        }}
      />
    </article>
  );
}

/** The switch that keeps the screen on, off unless it is asked for. */
export function KeepAwakeSwitch({
  value,
  onChange,
}: {
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const { t } = useTranslation('flight');
  return (
    <Checkbox
      label={t('awake')}
      detail={t('awakeHint')}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
      className="border-t border-line"
    />
  );
}

/** The switch that lets the position tell the phase, off unless it is asked for. */
export function PositionSwitch({
  value,
  state,
  onChange,
}: {
  value: boolean;
  state: PositionAvailability;
  onChange: (value: boolean) => void;
}) {
  const { t } = useTranslation('flight');
  return (
    <Checkbox
      label={t('position.label')}
      detail={t(value && state !== 'known' ? `position.${state}` : 'position.hint')}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
      className="border-t border-line"
    />
  );
}

/** The switch that lets motion tell take-off and touch-down, off unless it is asked for. */
export function MotionSwitch({
  state,
  onChange,
}: {
  state: RunwaySensorState;
  onChange: (value: boolean) => void;
}) {
  const { t } = useTranslation('flight');
  return (
    <Checkbox
      label={t('motion.label')}
      detail={t(state === 'refused' ? 'motion.refused' : 'motion.hint')}
      checked={state === 'on'}
      onChange={(event) => onChange(event.target.checked)}
      className="border-t border-line"
    />
  );
}
