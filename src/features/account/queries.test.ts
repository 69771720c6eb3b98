import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';
import { buildFetchOrCreateProfileQuery, UserCreationError } from './queries.ts';

afterEach(() => void vi.unstubAllGlobals());

const MISSING = JSON.stringify({ error: { code: 'profile_missing' } });
const BUSY = JSON.stringify({ error: { code: 'not_ready' } });
const FAILED = JSON.stringify({ error: { code: 'server_error' } });
const IDENTITY = { identity: { uid: 'ada-1', email: 'ada@example.org', name: 'Ada' } };

it('a profile that cannot be created says so with the response’s text, and is tried again by itself', async () => {
  let created = 0;
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    if (url === '/api/auth/identity') return Promise.resolve(buildServerReply(IDENTITY));
    if (method === 'GET') return Promise.resolve(buildServerReply(MISSING, 404));
    created += 1;
    return Promise.resolve(buildServerReply(BUSY, 503));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  const error = await client
    .fetchQuery(buildFetchOrCreateProfileQuery('en'))
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(UserCreationError);
  expect((error as Error).message).toBe(`Failed to create user 503: ${BUSY}`);
  expect((error as Error).cause).toBeInstanceOf(ApiError);
  expect(created).toBe(4);
});

/** Fetches the profile from a server whose first reply to that has `status`; returns what was requested, and what came. */
async function loadProfileAfter(status: number) {
  const requested: string[] = [];
  const profile = { firebaseUid: 'ada-1' };
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    requested.push(`${method} ${url}`);
    if (url === '/api/auth/identity') return Promise.resolve(buildServerReply(IDENTITY));
    const isFirst = requested.length === 1;
    return Promise.resolve(isFirst ? buildServerReply(FAILED, status) : buildServerReply(profile));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  const found = await client.fetchQuery(buildFetchOrCreateProfileQuery('en'));
  return { requested, found };
}

it.each([404, 500])(
  'a profile fetch that fails with %i creates the user, then refetches',
  async (status) => {
    const { requested, found } = await loadProfileAfter(status);
    expect(requested).toEqual([
      'GET /api/users/me',
      'GET /api/auth/identity',
      'POST /api/users',
      'GET /api/users/me',
    ]);
    expect(found).toEqual({ firebaseUid: 'ada-1' });
  },
);

it('a server that is too busy to look for the profile is asked again, and creates nothing', async () => {
  const { requested } = await loadProfileAfter(503);
  expect(requested).toEqual(['GET /api/users/me', 'GET /api/users/me']);
});

it('a profile that may be there is never said to be impossible to create', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url === '/api/auth/identity' ? buildServerReply(IDENTITY) : buildServerReply(FAILED, 500),
    ),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  const error = await client
    .fetchQuery(buildFetchOrCreateProfileQuery('en'))
    .catch((failure: unknown) => failure);
  expect((error as Error).message).toBe(`500: ${FAILED}`);
});
