/** The part of a flight in which an area matters. */
export const AREA_GROUPS = ['before', 'boarding', 'air', 'mind', 'after'] as const;
export type AreaGroup = (typeof AREA_GROUPS)[number];

/**
 * The 16 fear areas, in the order in which they are asked and listed (specification, section 3).
 * The specification says 16 and lists 14; those marked `ours` are the two we added.
 * Adding an area is one entry here and its translations.
 */
export const FEAR_AREAS = [
  { key: 'pre_flight_worry', group: 'before' },
  { key: 'airport_boarding_stress', group: 'boarding' },
  { key: 'takeoff_landing_fear', group: 'air' },
  { key: 'turbulence_weather_worry', group: 'air' },
  { key: 'crash_catastrophe_fear', group: 'mind' },
  { key: 'fear_losing_control', group: 'mind' },
  { key: 'fear_enclosed_spaces', group: 'boarding' },
  { key: 'fear_no_escape', group: 'mind' },
  { key: 'fear_heights', group: 'air' },
  { key: 'flying_with_others_anxiety', group: 'boarding' },
  { key: 'germs_cleanliness_anxiety', group: 'boarding' },
  { key: 'past_flight_trauma', group: 'before' },
  { key: 'post_flight_worry', group: 'after' },
  { key: 'inflight_sensation_fear', group: 'air' },
  { key: 'aircraft_crew_trust_worry', group: 'before', ours: true },
  { key: 'night_overwater_worry', group: 'air', ours: true },
] as const satisfies readonly { key: string; group: AreaGroup; ours?: true }[];

export type FearArea = (typeof FEAR_AREAS)[number]['key'];

const KEYS: ReadonlySet<unknown> = new Set(FEAR_AREAS.map((area) => area.key));

/** Returns whether an unknown value is the key of one of the fear areas. */
export function isFearArea(value: unknown): value is FearArea {
  return KEYS.has(value);
}
