import { useState } from 'react';
import type { Phase } from '#shared/rules/flight-phases.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { useNow } from '#web/lib/use-now.ts';
import {
  endDetour,
  endJourney,
  getJourneyTime,
  type Journey,
  locateJourney,
  startJourney,
  tellDetour,
  tellFear,
  tellPhase,
  tellStillHere,
} from '../engine/journey.ts';
import { type Detour, splitFlight } from '../engine/phases.ts';
import { parseJourney } from '../model.ts';

const NAME = 'flight-companion';
/** How often the times are computed again: nothing moves faster than this in the air. */
const REFRESH_MS = 15_000;
/** In practice the clock goes up to sixty times faster. */
const PRACTICE_REFRESH_MS = 1_000;

/**
 * The flight that the companion goes along with, kept on this device so that it is found again after a restart; and
 * what can be told about it. `seen` is the phase by the position. A practice is not kept. `whereabouts` is null before it begins.
 */
export function useJourney(seen: Phase | null) {
  const owner = useProfile().id;
  const [journey, setJourney] = useState<Journey | null>(() =>
    parseJourney(readDraft(owner, NAME)),
  );
  const isUnderWay = journey !== null && journey.endedAt === null;
  const isPractice = journey !== null && journey.practiceSpeed !== null;
  const instant = useNow(isUnderWay ? (isPractice ? PRACTICE_REFRESH_MS : REFRESH_MS) : null);
  const save = (next: Journey | null) => {
    setJourney(next);
    if (next === null) removeDraft(owner, NAME);
    else if (next.practiceSpeed === null) writeDraft(owner, NAME, next);
  };
  const minutes = splitFlight(journey?.airborneMinutes ?? 0);
  const tell = (change: (journey: Journey, at: number) => Journey) => {
    if (journey) save(change(journey, getJourneyTime(journey, now().getTime())));
  };
  return {
    journey,
    whereabouts:
      journey &&
      locateJourney(
        journey,
        minutes,
        getJourneyTime(journey, instant.getTime()),
        isPractice ? null : seen,
      ),
    start: (about: Parameters<typeof startJourney>[0]) =>
      save(startJourney(about, now().getTime())),
    tellPhase: (phase: Phase) => tell((journey, at) => tellPhase(journey, phase, at)),
    tellStillHere: () => tell((journey, at) => tellStillHere(journey, minutes, at)),
    tellDetour: (detour: Detour) => tell((journey, at) => tellDetour(journey, detour, minutes, at)),
    endDetour: () => tell(endDetour),
    tellFear: (fear: number) => tell((journey, at) => tellFear(journey, fear, at)),
    end: () => tell(endJourney),
    leave: () => save(null),
  };
}

export type JourneyControls = ReturnType<typeof useJourney>;
