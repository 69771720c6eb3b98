import type { ContentDetail } from '#shared/contract/contents.ts';
import { ApiError } from '#web/lib/api.ts';

/** A session downloaded to this device for one person. */
export interface DownloadedSession {
  owner: string;
  id: string;
  content: ContentDetail;
  bytes: number;
  /** When it was downloaded, ISO 8601. */
  keptAt: string;
}

/** Removes the fields of a session that depend on the person. */
function omitPersonalFields(content: ContentDetail) {
  const {
    completed: _1,
    completedAt: _2,
    rating: _3,
    positionMs: _4,
    listenedAt: _5,
    selfRatings: _6,
    ...session
  } = content;
  return session;
}

/** Returns whether two versions of a session are equal, ignoring the person's progress. */
export function isSameSessionButForProgress(one: ContentDetail, other: ContentDetail): boolean {
  return JSON.stringify(omitPersonalFields(one)) === JSON.stringify(omitPersonalFields(other));
}

/** Returns the session `fetched` with the person's progress and rating copied from `stored`. */
export function mergeStoredProgress(stored: ContentDetail, fetched: ContentDetail): ContentDetail {
  const { completed, completedAt, rating, positionMs, listenedAt, selfRatings } = stored;
  return { ...fetched, completed, completedAt, rating, positionMs, listenedAt, selfRatings };
}

/** Returns the size in bytes that a session's JSON takes when it is stored. */
export function countJsonBytes(content: ContentDetail): number {
  return new TextEncoder().encode(JSON.stringify(content)).length;
}

export type DownloadFailure = 'full' | 'network' | 'unknown';

/** Thrown when the device's storage has no space for a download. */
export class StorageFullError extends Error {
  override name = 'QuotaExceededError';
}

/** Classifies an error of a download as one of the network, the server or the storage. */
export function classifyDownloadFailure(error: unknown): DownloadFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  if (error instanceof ApiError || name === 'TypeError' || name === 'TimeoutError')
    return 'network';
  return 'unknown';
}

/** Returns whether the server was not reached or could not answer, so that a downloaded copy is used instead. */
export function isServerUnavailableError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats an amount of storage in the app's language (`24 kB`, `3,4 Mo`), at least 1 kB. */
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

/** Parses the beginning of the SHA-256 that a recording's URL contains; null without one. */
export function parseRecordingHash(url: string): string | null {
  return /\/media\/([0-9a-f]{32})-/.exec(url)?.[1] ?? null;
}
