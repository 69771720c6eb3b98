import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';
import { findOrCreateProfileQuery, UserCreationError } from './queries.ts';

afterEach(() => void vi.unstubAllGlobals());

const MISSING = JSON.stringify({ error: { code: 'profile_missing' } });
const BUSY = JSON.stringify({ error: { code: 'not_ready' } });
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
    .fetchQuery(findOrCreateProfileQuery('en'))
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(UserCreationError);
  expect((error as Error).message).toBe(`Failed to create user 503: ${BUSY}`);
  expect((error as Error).cause).toBeInstanceOf(ApiError);
  expect(created).toBe(4);
});
