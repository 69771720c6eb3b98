import type { RehearsalDose, RehearsalLight } from '#shared/rules/rehearsal-dose.ts';
import type { RehearsalPhase } from '#shared/rules/rehearsal-phases.ts';

/** What a window shows, of which there is a still for every light. `scripts/draw-stills.ts` draws them with this engine. */
type StillScene = 'gate' | 'runway' | 'cloud' | 'level' | 'low';

const SCENES: Record<RehearsalPhase, StillScene> = {
  boarding: 'gate',
  push_back: 'gate',
  de_icing: 'gate',
  taxi: 'runway',
  take_off: 'runway',
  climb: 'cloud',
  cruise: 'level',
  descent: 'low',
  holding: 'low',
  approach: 'low',
  go_around: 'low',
  landing: 'runway',
};

const FILES = import.meta.glob<string>('../stills/*.webp', {
  eager: true,
  query: '?no-inline',
  import: 'default',
});

/** Returns the address of the still of a phase in a light. */
export const findStillUrl = (light: RehearsalLight, phase: RehearsalPhase): string | undefined =>
  FILES[`../stills/${light}-${SCENES[phase]}.webp`];

/** What of a flight shows a light best. */
const LIGHT_SCENES: Record<RehearsalLight, StillScene> = {
  day: 'level',
  dusk: 'runway',
  night: 'low',
  rain: 'gate',
};

/** Returns the address of the still that stands for a light. */
export const findLightStillUrl = (light: RehearsalLight): string | undefined =>
  FILES[`../stills/${light}-${LIGHT_SCENES[light]}.webp`];

/** Returns the address of the still that stands for a dose: of its last phase, or of the height where it goes through all. */
export function findDoseStillUrl({ from, to, light }: RehearsalDose): string | undefined {
  return findStillUrl(
    light,
    from === 'boarding' && to === 'landing' ? 'cruise' : to === 'landing' ? 'approach' : to,
  );
}
