import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, fetchOrNullIfSignedOut } from './query-client.ts';

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
afterEach(() => void vi.unstubAllGlobals());

describe('the default query', () => {
  it('gets the first string of its key and returns the JSON', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response('{"name":"Ada"}'));
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
