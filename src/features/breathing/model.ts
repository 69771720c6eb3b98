import type { BreatheCueMoment } from '#shared/rules/script.ts';

/** What the guide shows at one moment: the phase, its seconds left, and the height of the light. */
export interface GuidedBreath {
  phase: BreatheCueMoment['phase'] | 'in_again';
  secondsLeft: number;
  level: number;
}

/**
 * Computes the height of the animated breathing light, 0–1, for a moment of a breath; eased, because lungs fill that
 * way.
 */
export function computeLightLevel(breath: Pick<BreatheCueMoment, 'phase' | 'progress'>): number {
  if (breath.phase === 'in') return easeInOut(breath.progress);
  if (breath.phase === 'out') return 1 - easeInOut(breath.progress);
  return breath.phase === 'hold_in' ? 1 : 0;
}

/** Easing function: maps a progress from 0 to 1 to a cosine curve that is slow at both ends. */
export function easeInOut(progress: number): number {
  return (1 - Math.cos(Math.PI * progress)) / 2;
}
