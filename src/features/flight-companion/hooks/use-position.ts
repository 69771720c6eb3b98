import { useEffect, useState } from 'react';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import type { Coordinates } from '#web/features/route-map/engine/great-circle.ts';
import { now } from '#web/lib/clock.ts';
import { EMPTY_TRACK, addFixToTrack, findTrackPhase, isFixCurrent } from '../engine/position.ts';

/** Whether a position is known: not yet, yes, or refused by the person, the browser or the device. */
export type PositionAvailability = 'none' | 'known' | 'refused';

export interface KnownDevicePosition {
  seen: FlightPhase | null;
  place: Coordinates | null;
  state: PositionAvailability;
  /** Sets the phase aside for some minutes, where the flyer says that it has not begun. */
  setPhaseAside: () => void;
}

/**
 * Follows the device's position while `active`; returns the phase that it speaks for, until it is too old. Nothing is stored or
 * sent. The caller renders again as time passes.
 */
export function useFlightPhaseByPosition(active: boolean): KnownDevicePosition {
  const [track, setTrack] = useState(EMPTY_TRACK);
  const [receivedAt, setReceivedAt] = useState(-Infinity);
  const [setAsideAt, setSetAsideAt] = useState(-Infinity);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, altitude }, timestamp: at }) => {
        setRefused(false);
        setReceivedAt(now().getTime());
        setTrack((before) => addFixToTrack(before, { at, latitude, longitude, altitude }));
      },
      // A position that can't be had now may come later: only a refusal lasts.
      ({ code, PERMISSION_DENIED }) => setRefused(code === PERMISSION_DENIED),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [active]);
  const instant = now().getTime();
  const isKnown = active && track.recent.length > 0 && isFixCurrent(receivedAt, instant);
  return {
    seen: isKnown ? findTrackPhase(track, setAsideAt, instant) : null,
    place: isKnown ? track.recent.at(-1)! : null,
    state: isRefused ? 'refused' : isKnown ? 'known' : 'none',
    setPhaseAside: () => setSetAsideAt(now().getTime()),
  };
}
