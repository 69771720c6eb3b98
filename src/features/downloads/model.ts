import type { ContentDetail } from '#shared/contract/contents.ts';
import { ApiError } from '#web/lib/api.ts';

/** One session kept on this device for one person. */
export interface Kept {
  owner: string;
  id: string;
  content: ContentDetail;
  /** Bytes of the script and of the recording, when there is one. */
  bytes: number;
  /** When it was downloaded, ISO 8601. */
  keptAt: string;
}

/** What a person may change of a session, which is no part of it. */
function withoutPerson(content: ContentDetail) {
  const {
    completed: _1,
    completedAt: _2,
    rating: _3,
    positionMs: _4,
    listenedAt: _5,
    ...session
  } = content;
  return session;
}

/** Whether two readings of a session say the same, whatever the person has done with it meanwhile. */
export function isSameSession(one: ContentDetail, other: ContentDetail): boolean {
  return JSON.stringify(withoutPerson(one)) === JSON.stringify(withoutPerson(other));
}

/** A session as it is now, with what this device knows of the person's way in it. */
export function renewed(kept: ContentDetail, now: ContentDetail): ContentDetail {
  const { completed, completedAt, rating, positionMs, listenedAt } = kept;
  return { ...now, completed, completedAt, rating, positionMs, listenedAt };
}

/** Bytes of text as it is stored. */
export function bytesOf(content: ContentDetail): number {
  return new TextEncoder().encode(JSON.stringify(content)).length;
}

/** Why a download did not come about. */
export type Failure = 'full' | 'network' | 'unknown';

/** The device's storage has no room for what was asked of it. */
export class StorageFull extends Error {
  override name = 'QuotaExceededError';
}

/** The reason in an error of the network, the server or the device's storage. */
export function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  if (error instanceof ApiError || name === 'TypeError' || name === 'TimeoutError')
    return 'network';
  return 'unknown';
}

/** Whether an error means that nobody was reached, or nobody who could answer: a kept copy does instead. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** `24 kB`, `3,4 Mo`: an amount of storage in the hand of the language, never less than 1 kB. */
export function formatBytes(bytes: number, language: string): string {
  const size = Math.max(1, bytes / 1000);
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.round(size)) / 3));
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'unit',
    unit: UNITS[step] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(size / 1000 ** step);
}

/** The hash in the address of a recording, of the beginning of its SHA-256; null when it has none. */
export function hashInAddress(address: string): string | null {
  return /\/media\/([0-9a-f]{32})-/.exec(address)?.[1] ?? null;
}
