import { Link } from 'wouter';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { JourneyWhereabouts } from '../engine/journey.ts';
import { findPhaseAfter, findPhaseBefore } from '../engine/phases.ts';
import type { JourneyControls } from '../hooks/use-journey.ts';

interface ActionsProps {
  whereabouts: JourneyWhereabouts;
  controls: JourneyControls;
  /** Opens a phase, or the whole flight with null. */
  open: (phase: FlightPhase | null) => void;
}

const LARGE = 'min-h-18 grow basis-36';

/** Below the whole flight: opens the phase in which the flight is. */
export function OpenCurrentPhaseAction({ whereabouts: { expected }, open }: ActionsProps) {
  const { t } = useTranslation('flight');
  return (
    <>
      <Link href={paths.whatWasThat()} asChild>
        <ButtonLink
          variant="secondary"
          className="flight-keys min-h-18 grow basis-28 max-wide:px-2 wide:hidden"
        >
          {t('what')}
        </ButtonLink>
      </Link>
      <Button
        className={`flight-keys ${LARGE} max-wide:px-3 wide:hidden`}
        onClick={() => open(expected)}
      >
        {t('open', { phase: t(`phases.${expected}.name`) })}
      </Button>
    </>
  );
}

/**
 * Below a phase: a large key that says that the next one has begun and opens it, and a round one back to the whole
 * flight. Looking ahead or back tells nothing: only the phase in which the flight is leads on.
 */
export function PhaseActions({
  whereabouts: { expected },
  controls,
  open,
  phase,
  isOnlyWide = false,
}: ActionsProps & {
  /** True leaves the keys out on a phone, where the whole flight is shown. */
  isOnlyWide?: boolean;
  /** Null while something between two phases goes on. */
  phase: FlightPhase | null;
}) {
  const { t } = useTranslation('flight');
  if (phase === null)
    return (
      <Button className={LARGE} onClick={controls.endDetour}>
        {t('over')}
      </Button>
    );
  const isHere = phase === expected;
  const next = findPhaseAfter(phase);
  const previous = findPhaseBefore(phase);
  const goOn = () => {
    if (phase === 'rough_air') return open(null);
    if (isHere && next) controls.tellPhase(next);
    if (isHere && !next) return controls.end();
    return open(next);
  };
  const label =
    phase === 'rough_air'
      ? t('overview')
      : next
        ? t('next', { phase: t(`phases.${next}.name`) })
        : t('end');
  const hiding = isOnlyWide ? 'max-wide:hidden' : '';
  return (
    <>
      <Button
        variant="secondary"
        className={`size-18 shrink-0 px-0 wide:hidden ${hiding}`}
        aria-label={t('overview')}
        onClick={() => open(null)}
      >
        <Icon name="back" className="size-6" />
      </Button>
      {(isHere || next) && (
        <Button className={`${LARGE} ${hiding}`} onClick={goOn}>
          {label}
        </Button>
      )}
      {!isHere && !next && previous && (
        <Button className={`${LARGE} ${hiding}`} onClick={() => open(previous)}>
          {t('back', { phase: t(`phases.${previous}.name`) })}
        </Button>
      )}
    </>
  );
}
