import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('the specification’s own consent payload is taken, and what it lacks the server adds', async () => {
  const { wording: _, source: __, ...body } = buildCookieConsentBody({ userRegion: 'OTHER' });
  const reply = await test.createBrowser().call('POST /api/cookie-consent', { body });
  expect(reply).toMatchObject({ status: 200, body: { consentGiven: false } });
});
