import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { requestServer, setGetRequestSenderAndTakeEarlyReplies } from '#web/lib/api.ts';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';
import { onDownloadUnpublished } from '../store.ts';
import { listDownloadedSessions, putDownloadedSession } from './sessions.ts';
import { startDownloadsSync } from './sync.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
const content = { id: ID, title: 'Calm', recordingUrl: null } as ContentDetail;

beforeEach(() => {
  installInMemoryIndexedDb(vi.stubGlobal);
  for (const name of ['addEventListener', 'removeEventListener'])
    vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // The default, which other tests of this process count on.
  setGetRequestSenderAndTakeEarlyReplies(requestServer);
});

it('a download whose session was unpublished goes, also where the device would answer a slow server’s part', async () => {
  const refusal = { error: { code: 'content_not_found' } };
  vi.stubGlobal('fetch', () => Promise.resolve(buildServerReply(refusal, 404)));
  setGetRequestSenderAndTakeEarlyReplies((method, url, options) =>
    options.isFresh ? requestServer(method, url, options) : Promise.resolve(content),
  );
  await putDownloadedSession({ owner: 'ada', id: ID, content, bytes: 1, keptAt: '2026-11-01' });
  const gone: string[] = [];
  const stopListening = onDownloadUnpublished((title) => void gone.push(title));
  const stop = startDownloadsSync(new QueryClient(), 'ada', () => undefined);
  await expect.poll(() => gone).toEqual(['Calm']);
  expect(await listDownloadedSessions('ada')).toEqual([]);
  stop();
  stopListening();
});
