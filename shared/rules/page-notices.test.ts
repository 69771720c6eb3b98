import { describe, expect, it } from 'vitest';
import { placeNotices } from './page-notices.ts';
import { PERSON_STATES } from './person-state.ts';
import { resolveRoute, ROUTES } from './route-table.ts';

const UNKNOWN = '/no-such-page';
const paths = [...ROUTES.map(({ path }) => path.replace(/\/:(\w+)\??/, '/$1')), UNKNOWN];
const situations = [false, true].flatMap((isPlaying) =>
  [false, true].map((hasDeviceLine) => ({ isPlaying, hasDeviceLine })),
);
const pages = PERSON_STATES.flatMap((state) =>
  paths
    .filter((path) => resolveRoute(path, state).kind !== 'redirect')
    .flatMap((path) => situations.map((situation) => ({ path, state, situation }))),
);
const describePage = ({ path, state }: { path: string; state: string }) => `${state} ${path}`;
const notices = pages.map((page) => ({
  ...page,
  ...placeNotices(page.path, page.state, page.situation),
}));

describe('on every page, in every state,', () => {
  it('the question about cookies has its place until it is decided', () =>
    expect(notices.filter(({ consent }) => consent !== 'held' && consent !== 'end')).toEqual([]));

  it('the beta banner is there for whoever is signed in, and for nobody else', () =>
    expect(
      notices.filter(({ beta, state }) => (beta === 'none') !== (state === 'signed_out')),
    ).toEqual([]));

  it('what the device says never lies beside another held notice', () =>
    expect(
      notices.filter(
        ({ situation, consent, beta }) =>
          situation.hasDeviceLine && (consent === 'held' || beta === 'held'),
      ),
    ).toEqual([]));

  it('a mini player has nothing above it', () =>
    expect(
      notices.filter(
        ({ situation, consent, beta, device }) =>
          situation.isPlaying && (consent === 'held' || beta === 'held' || device),
      ),
    ).toEqual([]));
});

it.each([
  ...['/sos', '/help', '/breathe', '/content/id', '/flight', '/support', '/contact'],
  ...['/onboarding', '/subscription', '/subscription-success', '/admin', '/admin/content'],
])('nothing lies over %s', (path) => {
  const all = PERSON_STATES.map((state) => ({ state, ...placeNotices(path, state) }));
  const open = all.filter(({ state }) => resolveRoute(path, state).kind === 'page');
  expect(
    open
      .filter(({ consent, beta }) => consent === 'held' || beta === 'held')
      .map((one) => describePage({ path, state: one.state })),
  ).toEqual([]);
});

it.each([
  ['/', 'signed_out', 'held'],
  ['/read/turbulence', 'signed_out', 'held'],
  ['/auth', 'signed_out', 'end'],
  ['/s/019a', 'signed_out', 'end'],
  ['', 'signed_out', 'end'],
  [UNKNOWN, 'signed_out', 'end'],
  ['/', 'pass', 'end'],
  ['/plan', 'pass', 'held'],
  ['/profile', 'no_pass', 'held'],
] as const)('the question about cookies on %s for %s: %s', (path, state, place) =>
  expect(placeNotices(path, state).consent).toBe(place),
);

it.each([
  ['/', 'pass', true],
  ['/subscription', 'no_pass', true],
  ['/content/id', 'pass', true],
  ['/admin', 'admin', true],
  ['/sos', 'pass', false],
  ['/breathe', 'pass', false],
  ['/onboarding', 'onboarding', false],
] as const)('on %s, for %s, the operator announces: %s', (path, state, announces) =>
  expect(placeNotices(path, state).announcement).toBe(announces),
);
