import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, fetchOrNullIfSignedOut } from './query-client.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(buildServerReply(body, status)));
afterEach(() => void vi.unstubAllGlobals());

describe('the default query', () => {
  it('gets the first string of its key and returns the JSON', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return Promise.resolve(buildServerReply({ name: 'Ada' }));
    });
    const client = createQueryClient();
    expect(await client.fetchQuery({ queryKey: ['/api/users/me', 'more'] })).toEqual({
      name: 'Ada',
    });
    expect(asked).toEqual(['/api/users/me']);
  });

  it('fails with the status, a colon and the text of the response', async () => {
    answering(418, 'short and stout');
    const client = createQueryClient();
    const failing = client.fetchQuery({ queryKey: ['/api/teapot'] });
    await expect(failing).rejects.toThrow('418: short and stout');
  });

  it.each([
    ['unauthorised', 1],
    ['identity_mismatch', 1],
    ['pass_required', 1],
    ['wrong_credentials', 0],
  ])('tells of a lost session or pass by the code alone (%s)', async (code, times) => {
    answering(401, JSON.stringify({ error: { code } }));
    const lost = vi.fn<() => void>();
    const client = createQueryClient(lost);
    await expect(client.fetchQuery({ queryKey: ['/api/x'], retry: false })).rejects.toThrow('401');
    expect(lost).toHaveBeenCalledTimes(times);
  });

  it('treats a 401 as null only where that is asked for', async () => {
    answering(401, '{"error":{"code":"unauthorised"}}');
    const client = createQueryClient();
    await expect(client.fetchQuery({ queryKey: ['/api/users/me'] })).rejects.toThrow(/^401: /);
    const lenient = { queryKey: ['/api/users/me', 'lenient'], queryFn: fetchOrNullIfSignedOut };
    expect(await client.fetchQuery(lenient)).toBeNull();
  });

  it('keeps the constants of the specification', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 600_000,
      retry: 1,
      refetchOnWindowFocus: false,
      refetchInterval: false,
    });
    expect(mutations?.retry).toBe(false);
  });
});

describe('a query', () => {
  const replies = new Map<string, unknown>();
  const take = (url: string) => {
    const reply = replies.get(url);
    replies.delete(url);
    return reply;
  };
  const client = createQueryClient(undefined, { take, peek: (url) => replies.get(url) });
  const queryKey = ['/api/flights', 'en'];
  const flights = { queryKey, queryFn: () => 'fetched', staleTime: Infinity };
  beforeEach(() => {
    client.clear();
    replies.set('/api/flights', 'came with the page');
  });

  it('begins with the reply that came with the page, which is used once', async () => {
    expect(await client.fetchQuery(flights)).toBe('came with the page');
    const other = { ...flights, queryKey: ['/api/flights', 'fr'] };
    expect(await client.fetchQuery(other)).toBe('fetched');
  });

  it('of a growing list begins with it as the first page', async () => {
    const list = { ...flights, initialPageParam: 7, getNextPageParam: () => null };
    expect(await client.fetchInfiniteQuery(list)).toEqual({
      pages: ['came with the page'],
      pageParams: [7],
    });
  });

  it('leaves it for others where it only shows it meanwhile, or has no use for it', async () => {
    await client.prefetchQuery({ ...flights, meta: { preloaded: 'placeholder' } });
    expect(client.getQueryData(queryKey)).toBe('came with the page');
    client.clear();
    const unused = { ...flights, meta: { preloaded: 'unused' } } as const;
    expect(await client.fetchQuery(unused)).toBe('fetched');
    expect([...replies.keys()]).toEqual(['/api/flights']);
  });
});
