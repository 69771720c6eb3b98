import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Flight } from '#shared/contract/flights.ts';
import { type FlightPhase, FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import { getAirportCity } from '#web/features/flights/model.ts';
import { useAirports, useFlights } from '#web/features/flights/queries.ts';
import { now } from '#web/lib/clock.ts';
import { useWakeLock } from '#web/lib/device.ts';
import { runWhenIdle } from '#web/lib/idle.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { formatDateInSentence } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusHeadingOnStepChange } from '#web/lib/step-focus.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FlightSummaryView, preloadFlightSummary } from './components/done-view.tsx';
import { FlightArcSliver } from './components/flight-curves.tsx';
import { FlightCompanionPageFrame } from './components/frame.tsx';
import { OpenCurrentPhaseAction, PhaseActions } from './components/actions.tsx';
import {
  DisruptionButtons,
  KeepAwakeSwitch,
  MotionSwitch,
  PhaseProposal,
  OngoingDisruption,
  PositionSwitch,
} from './components/under-way.tsx';
import { PhaseView, preloadPhaseParts } from './components/phase-view.tsx';
import { SeatSession } from './components/seat-session.tsx';
import { FlightStartView } from './components/start-view.tsx';
import { LazyCrewCard } from '#web/features/crew-card/components/lazy-card.tsx';
import { LazyCabinSoundFinder } from '#web/features/cabin-sounds/components/lazy-cabin-sound-finder.tsx';
import { LazyRouteMap, RouteMapDisclosure } from './components/route-map-disclosure.tsx';
import { FlightTimeline } from './components/timeline.tsx';
import type { Coordinates } from '#web/features/route-map/engine/great-circle.ts';
import {
  findNextRunwayPhase,
  toJourneyMs,
  type Journey,
  type JourneyWhereabouts,
} from './engine/journey.ts';
import { type JourneyControls, useJourney } from './hooks/use-journey.ts';
import { useFlightPhaseByPosition } from './hooks/use-position.ts';
import { useDetectRunwayMotion } from './hooks/use-detect-runway-motion.ts';

/**
 * `/flight`: goes along with a flight from gate to gate; `?phase=` opens one phase, `?piece=` a session for the seat, `?what` the
 * list of sounds, `?card` the card.
 */
export default function FlightCompanionPage() {
  const { t } = useTranslation('flight');
  const [isFollowed, setFollowed] = useState(false);
  const { seen, place, state, setPhaseAside } = useFlightPhaseByPosition(isFollowed);
  const [felt, setFelt] = useState<FlightPhase | null>(null);
  const told = useJourney(seen, felt);
  const { journey, whereabouts } = told;
  const motion = useDetectRunwayMotion(whereabouts && findNextRunwayPhase(whereabouts), setFelt);
  const controls: JourneyControls = {
    ...told,
    refuse: (proposed) => {
      setFelt(null);
      setPhaseAside();
      told.refuse(proposed);
    },
  };
  const { flight, route } = useRoute(journey);
  usePageTitle(t('title'));
  // In the seat there may be no network when it is reached for.
  useEffect(
    () =>
      runWhenIdle(() => {
        void LazyCabinSoundFinder.preload();
        void LazyCrewCard.preload();
        void LazyRouteMap.preload();
        preloadPhaseParts();
        preloadFlightSummary();
      }),
    [],
  );
  const search = useSearch();
  const asked = new URLSearchParams(search);
  useFocusHeadingOnStepChange(`${search} ${journey?.endedAt ?? ''} ${journey?.isDetouring ?? ''}`);
  const piece = asked.get('piece');
  if (piece !== null) return <SeatSession key={piece} id={piece} />;
  if (asked.has('card'))
    return (
      <FlightCompanionPageFrame line="" back={{ href: paths.flight(), label: t('overview') }}>
        <LazyCrewCard />
      </FlightCompanionPageFrame>
    );
  if (asked.has('what'))
    return (
      <FlightCompanionPageFrame line={route} back={{ href: paths.flight(), label: t('overview') }}>
        <LazyCabinSoundFinder phase={whereabouts?.expected ?? 'boarding'} />
      </FlightCompanionPageFrame>
    );
  if (!journey || !whereabouts)
    return (
      <FlightCompanionPageFrame line="" isSeat={false}>
        <FlightStartView start={controls.start} />
      </FlightCompanionPageFrame>
    );
  if (journey.endedAt !== null)
    return (
      <FlightCompanionPageFrame line={route}>
        <FlightSummaryView journey={journey} leave={controls.leave} />
      </FlightCompanionPageFrame>
    );
  return (
    <UnderWay
      journey={journey}
      whereabouts={whereabouts}
      controls={controls}
      route={route}
      flight={flight}
      place={place}
      sensors={
        <>
          <PositionSwitch value={isFollowed} state={state} onChange={setFollowed} />
          <MotionSwitch state={motion.state} onChange={motion.ask} />
        </>
      }
    />
  );
}

/** The flight under way: the whole of it as an arc, or one phase. */
function UnderWay({
  journey,
  whereabouts,
  controls,
  route,
  flight,
  place,
  sensors,
}: {
  journey: Journey;
  whereabouts: JourneyWhereabouts;
  controls: JourneyControls;
  route: string;
  flight: Flight | undefined;
  place: Coordinates | null;
  /** The switches for what the device can tell. */
  sensors: ReactNode;
}) {
  const { t, i18n } = useTranslation('flight');
  const [, navigate] = useLocation();
  const opened = readPhase(useSearch());
  const [isAwake, setAwake] = useState(false);
  useWakeLock(isAwake);
  const open = (phase: FlightPhase | null) => navigate(paths.flight(phase ?? undefined));
  const formatTime = (at: number) =>
    formatDateInSentence(new Date(at), i18n.language, { timeStyle: 'short' });
  const keys = { whereabouts, controls, open };
  const journeyTime = toJourneyMs(journey, now().getTime());
  const line = journey.practiceSpeed === null ? route : t('practice');
  if (journey.isDetouring)
    return (
      <FlightCompanionPageFrame line={line} actions={<PhaseActions {...keys} phase={null} />}>
        <OngoingDisruption journey={journey} />
      </FlightCompanionPageFrame>
    );
  const shown = opened ?? whereabouts.expected;
  const isHere = shown === whereabouts.expected || shown === 'rough_air';
  const count = { number: FLIGHT_PHASES.indexOf(shown), count: FLIGHT_PHASES.length - 1 };
  return (
    <FlightCompanionPageFrame
      line={
        opened && opened !== 'boarding' && journey.practiceSpeed === null
          ? t('phaseOf', count)
          : line
      }
      actions={
        <>
          {!opened && <OpenCurrentPhaseAction {...keys} />}
          <PhaseActions {...keys} phase={shown} isOnlyWide={!opened} />
        </>
      }
    >
      <div className="grow gap-16 max-wide:contents wide:grid wide:grid-cols-2">
        {/* On a phone on its side, what can be told and switched stands beside the phases. */}
        <div
          className={`flex grow flex-col wide:self-start ${opened ? 'max-wide:hidden' : 'side:block side:columns-[2_18rem] side:*:break-inside-avoid'}`}
        >
          {!opened && <h1 className="sr-only wide:hidden">{t('title')}</h1>}
          <PhaseProposal whereabouts={whereabouts} controls={controls} />
          <FlightTimeline
            whereabouts={whereabouts}
            now={journeyTime}
            formatTime={formatTime}
            onOpen={open}
          />
          <RouteMapDisclosure
            flight={flight}
            whereabouts={whereabouts}
            position={place}
            now={journeyTime}
          />
          <DisruptionButtons phase={whereabouts.expected} onTell={controls.tellDisruption} />
          {journey.practiceSpeed === null && sensors}
          <KeepAwakeSwitch value={isAwake} onChange={setAwake} />
        </div>
        <div className={opened ? '' : 'max-wide:hidden'}>
          {opened && (
            <FlightArcSliver
              after={FLIGHT_PHASES.length - 1 - FLIGHT_PHASES.indexOf(shown)}
              hasReached={
                FLIGHT_PHASES.indexOf(shown) <= FLIGHT_PHASES.indexOf(whereabouts.expected)
              }
            />
          )}
          <PhaseView
            phase={shown}
            about={journey}
            onFear={isHere ? (fear) => controls.tellFear(shown, fear) : null}
            onRoughness={
              journey.practiceSpeed === null && journey.flightId ? controls.tellRoughness : null
            }
          />
        </div>
      </div>
    </FlightCompanionPageFrame>
  );
}

function readPhase(search: string): FlightPhase | null {
  const written = new URLSearchParams(search).get('phase');
  return FLIGHT_PHASES.find((phase) => phase === written) ?? null;
}

/** Returns the flight, if it is in the list, and its two cities, or what of them is known. */
function useRoute(journey: Journey | null) {
  const { t, i18n } = useTranslation('flight');
  const { data } = useFlights();
  const { data: airports = [] } = useAirports(journey !== null);
  const flight: Flight | undefined = data?.items.find(({ id }) => id === journey?.flightId);
  const name = (code: string | null | undefined) => {
    const airport = airports.find((one) => one.code === code);
    return airport ? getAirportCity(airport, i18n.language) : code;
  };
  const [from, to] = [name(flight?.fromAirport), name(flight?.toAirport)];
  return { flight, route: from && to ? t('route', { from, to }) : (to ?? from ?? '') };
}
