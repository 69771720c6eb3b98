import type { FlightPhase } from '#shared/rules/flight-phases.ts';

/*
 * What differs by the aircraft and by the seat, beside what every flight has; its words are `aircraft` and `seat` in the
 * catalogue `flight`. Where each is from stands in docs/sources.md, “The flight companion”.
 */

export const AIRCRAFT_TYPES = [
  'a320',
  'a330_a350',
  'b737',
  'b777_b787',
  'a220_ejet',
  'turboprop',
] as const;
export type AircraftType = (typeof AIRCRAFT_TYPES)[number];

export const SEAT_AREAS = ['front', 'wing', 'back'] as const;
export type SeatArea = (typeof SEAT_AREAS)[number];

export const SEAT_SIDES = ['window', 'aisle'] as const;
export type SeatSide = (typeof SEAT_SIDES)[number];

const NOTES = {
  a320: ['push_back', 'taxi_in'],
  a330_a350: ['climb', 'rough_air'],
  b737: ['lift_off', 'approach'],
  b777_b787: ['push_back', 'take_off', 'rough_air'],
  a220_ejet: ['push_back', 'approach'],
  turboprop: ['boarding', 'take_off', 'climb', 'cruise'],
} as const satisfies Record<AircraftType, readonly FlightPhase[]>;

const SEAT_NOTES = {
  front: ['lift_off', 'take_off'],
  wing: ['taxi_out', 'rough_air', 'approach'],
  back: ['take_off', 'rough_air'],
} as const satisfies Record<SeatArea, readonly FlightPhase[]>;

const SIDE_NOTES = {
  window: ['take_off', 'thrust_reduction', 'rough_air', 'approach'],
  aisle: ['boarding', 'cruise', 'rough_air'],
} as const satisfies Record<SeatSide, readonly FlightPhase[]>;

export type AircraftNoteKey = {
  [Name in AircraftType]: `aircraft.${Name}.${(typeof NOTES)[Name][number]}`;
}[AircraftType];
export type SeatNoteKey = {
  [Name in SeatArea]: `seat.${Name}.${(typeof SEAT_NOTES)[Name][number]}`;
}[SeatArea];
export type SideNoteKey = {
  [Name in SeatSide]: `side.${Name}.${(typeof SIDE_NOTES)[Name][number]}`;
}[SeatSide];

const has = (phases: readonly FlightPhase[], phase: FlightPhase) => phases.includes(phase);

/** Lists what is to be said of a phase in this aircraft and on this seat, beside what every flight has. */
export function listPhaseNoteKeys(
  {
    aircraft,
    seat,
    side,
  }: { aircraft: AircraftType | null; seat: SeatArea | null; side: SeatSide | null },
  phase: FlightPhase,
): (AircraftNoteKey | SeatNoteKey | SideNoteKey)[] {
  return [
    ...(aircraft && has(NOTES[aircraft], phase)
      ? [`aircraft.${aircraft}.${phase}` as AircraftNoteKey]
      : []),
    ...(seat && has(SEAT_NOTES[seat], phase) ? [`seat.${seat}.${phase}` as SeatNoteKey] : []),
    ...(side && has(SIDE_NOTES[side], phase) ? [`side.${side}.${phase}` as SideNoteKey] : []),
  ];
}
