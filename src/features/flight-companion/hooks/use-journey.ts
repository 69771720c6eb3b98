import { useState } from 'react';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { readFormDraft, removeFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';
import { useNow } from '#web/lib/use-now.ts';
import { endDisruption, extendCurrentPhase, recordDisruption } from '../engine/disruptions.ts';
import {
  confirmProposedPhase,
  endJourney,
  toJourneyMs,
  type Journey,
  type JourneyWhereabouts,
  computeJourneyWhereabouts,
  createJourney,
  recordFear,
  moveToPhase,
  recordRoughness,
} from '../engine/journey.ts';
import { type FlightDisruption, estimatePhaseMinutes } from '../engine/phases.ts';
import { parseJourney } from '../model.ts';

const NAME = 'flight-companion';
/** How often the times are computed again: nothing moves faster than this in the air. */
const REFRESH_MS = 15_000;
/** In practice the clock goes up to sixty times faster. */
const PRACTICE_REFRESH_MS = 1_000;

/**
 * The flight that the companion goes along with, kept on this device so that it is found again after a restart; and
 * what can be told about it. `seen` is the phase by the position, `felt` the one by motion. A practice is not kept. `whereabouts` is null before it begins.
 */
export function useJourney(seen: FlightPhase | null, felt: FlightPhase | null) {
  const owner = useProfile().id;
  const [journey, setJourney] = useState<Journey | null>(() =>
    parseJourney(readFormDraft(owner, NAME)),
  );
  const isUnderWay = journey !== null && journey.endedAt === null;
  const isPractice = journey !== null && journey.practiceSpeed !== null;
  const instant = useNow(isUnderWay ? (isPractice ? PRACTICE_REFRESH_MS : REFRESH_MS) : null);
  const save = (next: Journey | null) => {
    setJourney(next);
    if (next === null) removeFormDraft(owner, NAME);
    else if (next.practiceSpeed === null) writeFormDraftUnlessSignedOut(owner, NAME, next);
  };
  const minutes = estimatePhaseMinutes(journey?.airborneMinutes ?? 0);
  const tell = (change: (journey: Journey, at: number) => Journey) => {
    if (journey) save(change(journey, toJourneyMs(journey, now().getTime())));
  };
  const whereabouts =
    journey &&
    computeJourneyWhereabouts(
      journey,
      minutes,
      toJourneyMs(journey, instant.getTime()),
      isPractice ? null : seen,
      isPractice ? null : felt,
    );
  return {
    journey,
    whereabouts,
    start: (about: Parameters<typeof createJourney>[0]) =>
      save(createJourney(about, now().getTime())),
    tellPhase: (phase: FlightPhase) => tell((journey, at) => moveToPhase(journey, phase, at)),
    confirm: (proposed: JourneyWhereabouts) =>
      tell((journey, at) => confirmProposedPhase(journey, proposed, at)),
    refuse: ({ expected }: JourneyWhereabouts) =>
      tell((journey, at) => extendCurrentPhase(journey, expected, minutes, at)),
    tellDisruption: (detour: FlightDisruption) =>
      tell((journey, at) => recordDisruption(journey, detour, minutes, at, whereabouts?.expected)),
    endDetour: () => tell(endDisruption),
    tellFear: (phase: FlightPhase, fear: number) =>
      tell((journey, at) => recordFear(journey, { phase, fear }, at)),
    tellRoughness: (felt: { lowest: number; highest: number }) =>
      tell((journey, at) => recordRoughness(journey, felt, at)),
    end: () => tell(endJourney),
    leave: () => save(null),
  };
}

export type JourneyControls = ReturnType<typeof useJourney>;
