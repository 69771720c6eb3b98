import { randomInt } from 'node:crypto';
import { addMonths } from '../planned/policy.ts';

/** Letters and digits that are not mistaken for each other when copied by hand. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Creates the code of a gift: 79 bits in four groups, such as `K7QD-3FWM-XT2R-9HBC`. */
export function createGiftCode(): string {
  const pick = () => ALPHABET[randomInt(ALPHABET.length)] ?? '';
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, pick).join(''),
  ).join('-');
}

/** Returns a typed code as it was made, whatever its case, spaces and hyphens; null for what can be none. */
export function normaliseGiftCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  if (letters.length !== GROUPS * GROUP_LENGTH) return null;
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** Computes the end of a pass that was given, from when it begins; null for a lifetime pass. */
export function computeGiftEnd(plan: 'monthly' | 'yearly' | 'lifetime' | 'trip', from: Date) {
  if (plan === 'lifetime') return null;
  return addMonths(from, plan === 'yearly' ? 12 : 1);
}
