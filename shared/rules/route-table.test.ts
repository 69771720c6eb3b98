import { describe, expect, it } from 'vitest';
import { PERSON_STATES } from './person-state.ts';
import {
  canCallEndpoint,
  findDocumentName,
  isEmailLink,
  resolveRoute,
  isSamePageInEveryState,
  ROUTES,
} from './route-table.ts';

// Written out from the specification, section 2; nothing here is computed. P is the page, O the way to /onboarding, S
// the way to /subscription, N the not-found page. Columns: signed out, onboarding, no pass, pass, admin.
const CELLS: [path: string, pattern: string, cells: string][] = [
  ['/', '/', 'P O S P P'],
  ['/auth', '/auth', 'P O P P P'],
  ['/privacy', '/privacy', 'P O P P P'],
  ['/terms', '/terms', 'P O P P P'],
  ['/waitlist', '/waitlist', 'P O S P P'],
  ['/onboarding', '/onboarding', 'N P S P P'],
  ['/profile', '/profile', 'N O P P P'],
  ['/subscription', '/subscription', 'N O P P P'],
  ['/subscription-success', '/subscription-success', 'N O P P P'],
  ['/content/0195b7', '/content/:id', 'N O S P P'],
  ['/content-library', '/content-library/:category?', 'N O S P P'],
  ['/content-library/technical', '/content-library/:category?', 'N O S P P'],
  ['/programs', '/programs', 'N O S P P'],
  ['/programs/first-steps', '/programs/:id', 'N O S P P'],
  ['/translation-demo', '/translation-demo', 'N O S P P'],
  ['/translation-status', '/translation-status', 'N O S P P'],
  ['/admin', '/admin', 'N O S N P'],
  ['/admin/dashboard', '/admin/dashboard', 'N O S N P'],
  ['/admin/content', '/admin/content', 'N O S N P'],
  ['/admin/programs', '/admin/programs', 'N O S N P'],
  ['/admin/authors', '/admin/authors', 'N O S N P'],
  ['/admin/banners', '/admin/banners', 'N O S N P'],
  ['/admin/pricing', '/admin/pricing', 'N O S N P'],
  ['/admin/generation', '/admin/generation', 'N O S N P'],
  ['/admin/people', '/admin/people', 'N O S N P'],
  ['/admin/safety', '/admin/safety', 'N O S N P'],
  ['/admin/narration', '/admin/narration', 'N O S N P'],
  ['/help', '/help', 'P P P P P'],
  ['/sos', '/sos', 'P P P P P'],
  ['/tonight', '/tonight', 'P P P P P'],
  ['/contact', '/contact', 'P P P P P'],
  // A contract is ended without a sign-in (Code de la consommation, D215-1).
  ['/contract', '/contract', 'P P P P P'],
  ['/s/the-long-exhale', '/s/:id', 'P P P P P'],
  // A session before it is published, for a guest who was sent the link.
  ['/preview', '/preview', 'P P P P P'],
  ['/licences', '/licences', 'P P P P P'],
  ['/read', '/read', 'P P P P P'],
  ['/read/turbulence', '/read/:slug', 'P P P P P'],
  ['/support', '/support', 'N O S P P'],
  // Where the links of reminders lead: they end them without signing in.
  ['/reminders', '/reminders', 'P P P P P'],
  ['/admin/support', '/admin/support', 'N O S N P'],
  ['/breathe', '/breathe', 'N O S P P'],
  ['/plan', '/plan', 'N O S P P'],
  ['/ladder', '/ladder/:step?', 'N O S P P'],
  ['/ladder/0195b7', '/ladder/:step?', 'N O S P P'],
  ['/flight', '/flight', 'N O S P P'],
  ['/rehearsal', '/rehearsal', 'N O S P P'],
  // Unknown in every state.
  ['/nowhere', '', 'N O S N N'],
  ['/admin/nowhere', '', 'N O S N N'],
  ['/content', '', 'N O S N N'],
  ['/content/a/b', '', 'N O S N N'],
  ['/content-library/a/b', '', 'N O S N N'],
  ['/programs/a/b', '', 'N O S N N'],
  ['/s', '', 'N O S N N'],
  ['/help/me', '', 'N O S N N'],
  ['/authx', '', 'N O S N N'],
  ['/not-found', '', 'N O S N N'],
];

const DECISIONS = new Map([
  ['O', { kind: 'redirect', to: '/onboarding' }],
  ['S', { kind: 'redirect', to: '/subscription' }],
  ['N', { kind: 'not_found' }],
]);

const cases = CELLS.flatMap(([path, pattern, cells]) =>
  cells.split(' ').map((cell, index) => {
    const expected = DECISIONS.get(cell) ?? { kind: 'page', path: pattern };
    return { path, state: PERSON_STATES[index] ?? 'signed_out', expected };
  }),
);

describe('the route table', () => {
  it('has its five columns in the order of the states', () => {
    expect(PERSON_STATES).toEqual(['signed_out', 'onboarding', 'no_pass', 'pass', 'admin']);
    expect(cases).toHaveLength(CELLS.length * 5);
  });

  it.each(cases)('gives $path to $state as the specification says', ({ path, state, expected }) => {
    expect(resolveRoute(path, state)).toEqual(expected);
  });

  it('has no page that the specification and product.md do not know', () => {
    const known = new Set(CELLS.map(([, pattern]) => pattern));
    expect(ROUTES.filter((route) => !known.has(route.path))).toEqual([]);
  });

  it('matches as the router does: letter case and a slash at the end do not matter', () => {
    expect(resolveRoute('/Programs/', 'pass')).toEqual({ kind: 'page', path: '/programs' });
    expect(resolveRoute('/content-library/', 'pass')).toMatchObject({ kind: 'page' });
    expect(resolveRoute('//', 'signed_out')).toEqual({ kind: 'not_found' });
    expect(resolveRoute('', 'signed_out')).toEqual({ kind: 'page', path: '/' });
  });

  it.each([
    ['/licences', 'licences'],
    ['/read', 'read'],
    ['/Read/Turbulence/', 'read-turbulence'],
    ['/read/a/b', null],
    ['/help', null],
  ])('names the document at %s: %s', (path, name) => expect(findDocumentName(path)).toBe(name));

  it('never sends anybody to a page that sends them on', () => {
    for (const { path, state } of cases) {
      const decision = resolveRoute(path, state);
      if (decision.kind === 'redirect') expect(resolveRoute(decision.to, state).kind).toBe('page');
    }
  });
});

it.each([
  ['/auth?mode=confirm-email', true],
  ['/Auth/?mode=lock', true],
  ['/waitlist?mode=confirm', true],
  ['/auth?', false],
  ['/auth?mode=sign-up', false],
  ['/waitlist?', false],
  ['/profile?mode=confirm-email', false],
])('%s is what a link of an email opens: %s', (address, expected) =>
  expect(isEmailLink(address)).toBe(expected),
);

it('help is open to all, and nothing that asks who is there', () => {
  expect(
    ['/help', '/sos', '/', '/auth', '/profile', '/none'].filter(isSamePageInEveryState),
  ).toEqual(['/help', '/sos']);
  expect(isSamePageInEveryState('/contact')).toBe(true);
});

describe('the access levels of the API', () => {
  it.each([
    ['public', true, true, true, true, true],
    ['signed_in', false, true, true, true, true],
    ['onboarded', false, false, true, true, true],
    ['pass', false, false, false, true, true],
    ['admin', false, false, false, false, true],
  ] as const)('%s allows exactly its states', (access, ...cells) => {
    expect(PERSON_STATES.map((state) => canCallEndpoint(access, state))).toEqual(cells);
  });
});
