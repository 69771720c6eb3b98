import type { FearArea } from './fear-areas.ts';

/**
 * Sorts programs by the person's focus: those made for the primary area, then those for the secondary one, before all others; the
 * main area of a program counts before its others. Where alike they keep their order.
 */
export function sortProgramsByFocus<Program extends { areas: readonly FearArea[] }>(
  programs: readonly Program[],
  { primary, secondary }: { primary: FearArea; secondary: FearArea },
): Program[] {
  const getPlaceInFlight = ({ areas }: Program): number => {
    if (areas.includes(primary)) return areas[0] === primary ? 0 : 1;
    if (areas.includes(secondary)) return areas[0] === secondary ? 2 : 3;
    return 4;
  };
  return programs.toSorted((a, b) => getPlaceInFlight(a) - getPlaceInFlight(b));
}
