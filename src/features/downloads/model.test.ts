import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { ApiError } from '#web/lib/api.ts';
import {
  classifyDownloadFailure,
  formatBytes,
  parseRecordingHash,
  isSameSessionButForProgress,
  isServerUnavailableError,
  mergeStoredProgress,
  StorageFullError,
} from './model.ts';

const session = (change: Partial<ContentDetail> = {}) =>
  ({
    id: 'a',
    title: 'Every sound',
    recordingUrl: null,
    completed: false,
    completedAt: null,
    rating: null,
    positionMs: 0,
    listenedAt: null,
    ...change,
  }) as ContentDetail;

describe('two readings of a session', () => {
  it('say the same whatever the person did meanwhile', () => {
    const done = {
      completed: true,
      completedAt: '2026-11-21T10:00:00Z',
      positionMs: 9_000,
      listenedAt: '2026-11-21T10:00:00Z',
    };
    expect(
      isSameSessionButForProgress(session(), session({ ...done, rating: 'very_helpful' })),
    ).toBe(true);
  });
  it('differ in a word, and in the recording, whose address follows what is in it', () => {
    expect(isSameSessionButForProgress(session(), session({ title: 'Each sound' }))).toBe(false);
    expect(isSameSessionButForProgress(session(), session({ recordingUrl: '/media/x' }))).toBe(
      false,
    );
  });
  it('come together into the later session with the way this device knows', () => {
    const kept = session({ positionMs: 7_000, rating: 'not_helpful' });
    const now = session({ title: 'Each sound', positionMs: 1_000 });
    expect(mergeStoredProgress(kept, now)).toEqual({ ...kept, title: 'Each sound' });
  });
});

describe('a download that did not come about', () => {
  it.each([
    [new StorageFullError(), 'full'],
    [new DOMException('no room', 'QuotaExceededError'), 'full'],
    [new ApiError(0, 'network'), 'network'],
    [new ApiError(503, ''), 'network'],
    [new TypeError('Failed to fetch'), 'network'],
    [new DOMException('', 'InvalidStateError'), 'unknown'],
    ['odd', 'unknown'],
  ])('%s is told as %s', (error, failure) => expect(classifyDownloadFailure(error)).toBe(failure));
});

it('a kept copy stands in for a server that is not reached, never for its refusal', () => {
  expect(
    [0, 429, 500, 503].map((status) => isServerUnavailableError(new ApiError(status, ''))),
  ).toEqual(Array(4).fill(true));
  expect(
    [400, 401, 403, 404].map((status) => isServerUnavailableError(new ApiError(status, ''))),
  ).toEqual(Array(4).fill(false));
  expect(isServerUnavailableError(new DOMException('', 'TimeoutError'))).toBe(true);
});

describe('an amount of storage', () => {
  it.each([
    [0, '1 kB', '1 ko'],
    [24_300, '24 kB', '24 ko'],
    [999_900, '1 MB', '1 Mo'],
    [3_400_000, '3.4 MB', '3,4 Mo'],
    [12_000_000_000, '12 GB', '12 Go'],
  ])('of %i bytes', (bytes, en, fr) => {
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(formatBytes(bytes, 'en')).replace(/(\d)([a-zA-Z])/, '$1 $2')).toBe(en);
    expect(plain(formatBytes(bytes, 'fr'))).toBe(fr);
  });
  it('is always one number and one unit', () => {
    assert(
      property(integer({ min: 0, max: 2 ** 50 }), (bytes) => {
        expect(formatBytes(bytes, 'en')).toMatch(/^[\d.,]+\s?(kB|MB|GB)$/);
      }),
    );
  });
});

it('the hash of a recording is read from its address', () => {
  expect(parseRecordingHash(`/media/${'a1'.repeat(16)}-voice.mp3`)).toBe('a1'.repeat(16));
  expect(parseRecordingHash('/media/voice.mp3')).toBeNull();
});
