import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { arriveAt, press, signIn, signUp } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

const say = words('en');
const MANIFEST = path.join(import.meta.dirname, '../dist/client/.vite/manifest.json');
const world = aWorld();

/** The built files that only Firebase needs. */
function firebaseFiles(): string[] {
  type Chunk = { file: string; imports?: string[] };
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>;
  const withImports = (key: string): string[] => [
    key,
    ...(manifest[key]?.imports ?? []).flatMap(withImports),
  ];
  const always = new Set(withImports('index.html'));
  return withImports('src/features/identity/adapters/firebase.ts')
    .filter((key) => !always.has(key))
    .map((key) => `/${manifest[key]?.file}`);
}

it('a key of Firebase that can be none is refused before anything of Firebase is loaded', async () => {
  const { page, complaints, close } = await world.stranger();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const firebase = { apiKey: '1:2:web:3', authDomain: 'd', projectId: 'p', appId: 'a' };
  await page.route('**/api/config', (route) =>
    route.fulfill({ json: { authProvider: 'firebase', firebase, billing: 'off' } }),
  );
  await page.goto('/auth');
  await page.getByText(say('errors:invalid-api-key')).waitFor();
  expect(asked).not.toContain(firebaseFiles()[0]);
  expect(complaints).toEqual([]);
  // Asked again once somebody tries again.
  await page.unroute('**/api/config');
  await press({ page, say }, 'ui:actions.tryAgain');
  await arriveAt({ page, say }, 'auth:signIn.title');
  await close();
});

it('where the server signs people in, a browser asks for nothing of Firebase', async () => {
  const { page, complaints, close } = await world.stranger();
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.goto('/auth?mode=sign-up');
  await signUp({ page, say }, 'plain@example.org');
  await arriveAt({ page, say }, 'onboarding:name.title');
  await press({ page, say }, 'onboarding:signOut');
  await arriveAt({ page, say }, 'landing:hero.title');
  await page.goto('/auth');
  await signIn({ page, say }, 'plain@example.org');
  await arriveAt({ page, say }, 'onboarding:name.title');

  const never = firebaseFiles();
  expect(never).toHaveLength(1);
  expect(asked.filter(({ pathname }) => never.includes(pathname))).toEqual([]);
  expect([...new Set(asked.map(({ origin }) => origin))]).toEqual([world.site.url]);
  expect(asked.some(({ pathname }) => pathname === '/api/auth/token-sync')).toBe(false);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name === 'envol_app')).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
