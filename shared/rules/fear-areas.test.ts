import { describe, expect, it } from 'vitest';
import { AREA_GROUPS, FEAR_AREAS, isFearArea } from './fear-areas.ts';

const SPECIFIED = [
  'pre_flight_worry',
  'airport_boarding_stress',
  'takeoff_landing_fear',
  'turbulence_weather_worry',
  'crash_catastrophe_fear',
  'fear_losing_control',
  'fear_enclosed_spaces',
  'fear_no_escape',
  'fear_heights',
  'flying_with_others_anxiety',
  'germs_cleanliness_anxiety',
  'past_flight_trauma',
  'post_flight_worry',
  'inflight_sensation_fear',
];

describe('fear areas', () => {
  it('are the 14 of the specification in its order, then the two of ours, named as such', () => {
    expect(FEAR_AREAS.filter((area) => !('ours' in area)).map((area) => area.key)).toEqual(
      SPECIFIED,
    );
    expect(FEAR_AREAS.slice(14)).toEqual([
      { key: 'aircraft_crew_trust_worry', group: 'before', ours: true },
      { key: 'night_overwater_worry', group: 'air', ours: true },
    ]);
    expect(FEAR_AREAS).toHaveLength(16);
  });

  it('leave no group of the course of a flight empty', () => {
    for (const group of AREA_GROUPS) {
      expect(FEAR_AREAS.some((area) => area.group === group)).toBe(true);
    }
  });

  it('are told apart from everything else', () => {
    for (const area of FEAR_AREAS) expect(isFearArea(area.key)).toBe(true);
    for (const other of ['', 'Fear_heights', 'toString', 'constructor', null, 3, undefined]) {
      expect(isFearArea(other)).toBe(false);
    }
  });
});
