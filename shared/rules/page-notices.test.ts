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

const PATIENT = [
  ...['/help', '/breathe', '/flight', '/support', '/contact', '/contract'],
  ...['/onboarding', '/subscription', '/subscription-success', '/admin', '/admin/content'],
];
const listPlaces = (path: string) =>
  PERSON_STATES.filter((state) => resolveRoute(path, state).kind === 'page').map((state) => ({
    state,
    ...placeNotices(path, state),
  }));

it.each(['/sos', '/tonight', '/content/id', '/rehearsal'])('nothing lies over %s', (path) =>
  expect(
    listPlaces(path)
      .filter(({ consent, beta }) => consent === 'held' || beta === 'held')
      .map(({ state }) => describePage({ path, state })),
  ).toEqual([]),
);

it.each(PATIENT)(
  'the line about the beta is in sight on %s, and is all that is held there',
  (path) =>
    expect(
      listPlaces(path)
        .filter(
          ({ state, consent, beta, device }) =>
            consent === 'held' || device || beta !== (state === 'signed_out' ? 'none' : 'held'),
        )
        .map(({ state }) => describePage({ path, state })),
    ).toEqual([]),
);

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

it('what the operator announces stands on every page of whoever is signed in, and on none of a visitor', () =>
  expect(
    notices.filter(
      ({ announcement, state }) => (announcement === 'none') !== (state === 'signed_out'),
    ),
  ).toEqual([]));

it.each([
  ...['/', '/help', '/onboarding', '/subscription', '/content/id', '/admin'].map(
    (path) => [path, 'top'] as const,
  ),
  ...['/sos', '/tonight', '/breathe', '/flight', '/rehearsal'].map(
    (path) => [path, 'footer'] as const,
  ),
])('on %s the operator announces at the %s', (path, place) =>
  expect(
    listPlaces(path).filter(
      ({ state, announcement }) => state !== 'signed_out' && announcement !== place,
    ),
  ).toEqual([]),
);
