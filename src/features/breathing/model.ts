import type { BreathPhase } from '#shared/rules/script.ts';

/** A moment of a breath as the guide shows it: what to do, for how long still, and how high the light is. */
export interface Guided {
  phase: BreathPhase['phase'] | 'in_again';
  secondsLeft: number;
  /** 0 at rest to 1 at the top of a breath. */
  level: number;
}

/** How high the guiding light stands in a breath of a script; eased, since lungs are. */
export function guideLevel(breath: Pick<BreathPhase, 'phase' | 'progress'>): number {
  if (breath.phase === 'in') return eased(breath.progress);
  if (breath.phase === 'out') return 1 - eased(breath.progress);
  return breath.phase === 'hold_in' ? 1 : 0;
}

/** From 0 to 1, slow at both ends. */
export function eased(progress: number): number {
  return (1 - Math.cos(Math.PI * progress)) / 2;
}
