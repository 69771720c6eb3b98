// @module-tag whole

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createAddress, waitForHeading, pressButton, signIn, signUp } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const t = createTranslator('en');
const MANIFEST = path.join(import.meta.dirname, '../dist/client/.vite/manifest.json');
const testSite = createTestSite();

const FIREBASE = 'src/features/identity/adapters/firebase.ts';

/** The built files that only Firebase needs. */
function firebaseFiles(): string[] {
  type Chunk = { file: string; imports?: string[] };
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>;
  const addWithImports = (key: string, files: Set<string>): Set<string> => {
    // Two chunks may import each other.
    if (files.has(key)) return files;
    files.add(key);
    for (const imported of manifest[key]?.imports ?? []) addWithImports(imported, files);
    return files;
  };
  const onlyFirebase = addWithImports(FIREBASE, new Set());
  const shared = new Set<string>();
  for (const key of Object.keys(manifest)) if (!onlyFirebase.has(key)) addWithImports(key, shared);
  return [...onlyFirebase]
    .filter((key) => !shared.has(key))
    .map((key) => `/${manifest[key]?.file}`);
}

it('a key of Firebase that can be none is refused before anything of Firebase is loaded', async () => {
  const { page } = await testSite.openVisitor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const firebase = { apiKey: '1:2:web:3', authDomain: 'd', projectId: 'p', appId: 'a' };
  await page.route('**/api/config', (route) =>
    route.fulfill({
      headers: SERVER_MARK_HEADERS,
      json: { authProvider: 'firebase', firebase, billing: 'off' },
    }),
  );
  await page.goto('/auth');
  await page.getByText(t('errors:invalid-api-key')).waitFor();
  expect(asked).not.toContain(firebaseFiles()[0]);
  // Asked again at the next try.
  await page.unroute('**/api/config');
  await pressButton({ page, t }, 'ui:actions.tryAgain');
  await waitForHeading({ page, t }, 'auth:signIn.title');
});

it('where the server signs people in, a browser asks for nothing of Firebase', async () => {
  const { page } = await testSite.openVisitor();
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.goto('/auth?mode=sign-up');
  const email = createAddress('plain');
  await signUp({ page, t }, email);
  await waitForHeading({ page, t }, 'onboarding:name.title');
  await pressButton({ page, t }, 'onboarding:signOut');
  await waitForHeading({ page, t }, 'landing:hero.title');
  await page.goto('/auth');
  await signIn({ page, t }, email);
  await waitForHeading({ page, t }, 'onboarding:name.title');

  const never = firebaseFiles();
  expect(never).toHaveLength(1);
  expect(asked.filter(({ pathname }) => never.includes(pathname))).toEqual([]);
  expect([...new Set(asked.map(({ origin }) => origin))]).toEqual([testSite.server.url]);
  expect(asked.some(({ pathname }) => pathname === '/api/auth/token-sync')).toBe(false);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name === 'envol_app')).toEqual([]);
});
