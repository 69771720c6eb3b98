import * as fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Flight } from '#shared/contract/flights.ts';
import type { PageToRender } from '#shared/rules/start-page.ts';
import type { ReplyOf } from './lib/api.ts';
import { renderPage } from './render-page.tsx';

const timeZone = 'Europe/Paris';
const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-25T00:00:00Z');

/** What people type: also what would end a script, an attribute or a line of JavaScript. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('</script><script>alert(1)</script>', '"\'><img src=x>', '\u2028\u2029&amp;<!--'),
);

type Dashboard = ReplyOf<'GET /api/dashboard'>;
type Summary = Dashboard['recommendations'][number]['content'];

const session: fc.Arbitrary<Summary> = fc.record({
  id: fc
    .integer({ min: 1, max: 12 })
    .map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
  slug: fc.constant('a-session'),
  kind: fc.constantFrom('load' as const, 'flow' as const),
  category: fc.constant('meditation' as const),
  areas: fc.constant([]),
  form: fc.constant('full' as const),
  situations: fc.constantFrom(['cruise' as const], ['home' as const]),
  optIn: fc.constant(false),
  guard: fc.constant(null),
  language: fc.constant('en' as const),
  title: typed,
  summary: typed,
  tags: fc.constant([]),
  author: typed,
  durationMs: fc.integer({ min: 60_000, max: 1_200_000 }),
  publishedAt: fc.constant('2026-11-18T00:00:00.000Z'),
  completed: fc.boolean(),
});

const flight: fc.Arbitrary<Flight> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('outbound' as const, 'return' as const),
  departsOn: fc.constantFrom('2026-11-24', '2026-11-25', '2026-12-15'),
  departsAt: fc.constantFrom(null, '09:30'),
  timeZone: fc.constant(timeZone),
  fromAirport: fc.constantFrom(null, 'CDG'),
  toAirport: fc.constantFrom(null, 'JFK'),
  number: fc.option(typed),
});

const dashboard: fc.Arbitrary<Dashboard> = fc.record({
  totalSessions: fc.nat(2000),
  practiceMs: fc.nat(9_000_000),
  latestPracticeId: fc.option(fc.uuid()),
  dayStreak: fc.nat(400),
  newAnswers: fc.nat(3),
  sessionsToday: fc.record({ done: fc.nat(5), recommended: fc.integer({ min: 1, max: 6 }) }),
  doneToday: fc.array(fc.record({ id: fc.uuid(), title: typed }), { maxLength: 3 }),
  recommendations: fc.uniqueArray(
    fc.record({
      content: session,
      reason: fc.record({
        code: fc.constantFrom('fear_area', 'new', 'unknown-code'),
        area: fc.constantFrom(null, 'turbulence_weather_worry' as const),
      }),
    }),
    { maxLength: 4, selector: ({ content }) => content.id },
  ),
  tonight: fc.option(session),
  recentActivity: fc.array(
    fc.record({
      listenId: fc.uuid(),
      contentId: session.map(({ id }) => id),
      title: typed,
      kind: fc.constantFrom('load' as const, 'flow' as const),
      situations: fc.constantFrom(['cruise' as const], ['home' as const]),
      listenedMs: fc.nat(900_000),
      completed: fc.boolean(),
      at: fc.integer({ min: 0, max: 20 }).map((n) => new Date(START_MS - n * DAY_MS).toISOString()),
    }),
    { maxLength: 6 },
  ),
});

/** The Today page of a person whose name begins with `mark`. */
const today = (mark: string): fc.Arbitrary<PageToRender> =>
  fc
    .record({
      name: typed,
      language: fc.constantFrom('en' as const, 'fr' as const),
      role: fc.constantFrom('member' as const, 'admin' as const),
      streakShown: fc.boolean(),
      items: fc.array(flight, { maxLength: 3 }),
      dashboard,
      at: fc.integer({ min: 0, max: DAY_MS }).map((ms) => new Date(START_MS + ms)),
    })
    .map(({ name, language, role, streakShown, items, dashboard: day, at }) => ({
      path: '/',
      language,
      at,
      timeZone,
      replies: {
        '/api/config': { authProvider: 'builtin', google: false, billing: 'sandbox', operator: {} },
        '/api/auth/identity': { identity: { uid: mark, email: `${mark}@example.org` } },
        '/api/users/me': {
          id: mark,
          name: mark + name,
          email: `${mark}@example.org`,
          onboardingComplete: true,
          preferredLanguage: language,
          timeZone,
          streakShown,
          dailyMinutes: 15,
          role,
          flightDate: items[0]?.departsOn ?? null,
        },
        '/api/subscription-status': { hasActiveAccess: true, tier: 'premium', isSupported: true },
        '/api/banners/active': [],
        [`/api/dashboard?timeZone=${encodeURIComponent(timeZone)}`]: day,
        '/api/flights': { items },
      },
    }));

const renderByReact = (page: PageToRender) => renderPage(page, renderToString);

it('the page put together of kept parts is what React alone renders, whoever it is for', () =>
  fc.assert(
    fc.property(today('ada'), (page) => {
      expect(renderPage(page)).toBe(renderByReact(page));
    }),
  ));

it('the pages of people rendered in any order hold what is theirs and nothing of anybody else', () =>
  fc.assert(
    fc.property(
      fc.tuple(today('person-a-'), today('person-b-'), today('person-c-')),
      fc.array(fc.nat(2), { minLength: 3, maxLength: 8 }),
      (people, order) => {
        for (const index of order) {
          const page = people[index];
          const found = (page && renderPage(page)?.match(/person-[abc]-/g)) ?? [];
          // At night a page may have no name, and nothing to propose.
          const others = found.filter((name) => name !== `person-${'abc'[index]}-`);
          expect(others).toEqual([]);
        }
      },
    ),
  ));

it('nothing that somebody typed becomes markup', () =>
  fc.assert(
    fc.property(today('ada'), (page) => {
      expect(renderPage(page)).not.toMatch(/<script|<img|<!--(?! -->)/);
    }),
  ));
