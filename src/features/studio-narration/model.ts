import type { NarrationRun } from '#shared/contract/admin-narration.ts';

/** Whether a run speaks or waits to go on. */
export const isRunOpen = ({ state }: Pick<NarrationRun, 'state'>): boolean =>
  state === 'running' || state === 'paused';

const MILLION = 1_000_000;

/**
 * Parses a ceiling that an admin typed to characters: an amount of money where `price` (of a million characters) is known,
 * else characters. Null for an empty field, which is no ceiling; undefined for what is none.
 */
export function parseCeiling(typed: string, price: number | null): number | null | undefined {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.');
  if (text === '') return null;
  const amount = Number(text);
  if (!Number.isFinite(amount) || amount < 0) return undefined;
  const characters = price === null ? amount : price === 0 ? 0 : (amount * MILLION) / price;
  return characters > 1000 * MILLION ? undefined : Math.floor(characters);
}
