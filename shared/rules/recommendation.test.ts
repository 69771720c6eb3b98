import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from './fear-areas.ts';
import { SESSION_GUARDS } from './guards.ts';
import type { FearAnswers } from './fear-report.ts';
import { areAnswersComplete } from './fear-report.ts';
import type {
  RecommendationCandidate,
  FearProfile,
  RecommendationInput,
} from './recommendation.ts';
import { chooseReason, rankCandidates, REASON_CODES } from './recommendation.ts';

const KEYS = FEAR_AREAS.map((area) => area.key);
const NOW = new Date('2026-11-20T12:00:00Z');

function buildAnswers(score: (index: number) => number): FearAnswers {
  const answers = Object.fromEntries(KEYS.map((key, index) => [key, score(index)]));
  if (!areAnswersComplete(answers)) throw new Error('Not a complete map of answers');
  return answers;
}
const PROFILE: FearProfile = {
  answers: {
    ...buildAnswers(() => 4),
    turbulence_weather_worry: 9,
    fear_heights: 8,
    fear_no_escape: 8,
  },
  primary: 'turbulence_weather_worry',
  secondary: 'fear_heights',
  chosen: true,
};
function session(
  id: string,
  kind: RecommendationCandidate['kind'],
  ...areas: RecommendationCandidate['areas']
): RecommendationCandidate {
  const publishedAt = new Date('2026-11-01T00:00:00Z');
  return { id, kind, category: 'meditation', areas, guard: null, durationMs: 300_000, publishedAt };
}
const LIBRARY = [
  session('load-turbulence', 'load', 'turbulence_weather_worry', 'fear_losing_control'),
  session('flow-turbulence', 'flow', 'turbulence_weather_worry'),
  session('load-heights', 'load', 'fear_heights'),
  session('flow-escape', 'flow', 'fear_no_escape'),
  session('flow-germs', 'flow', 'germs_cleanliness_anxiety'),
];
const recommend = (input: RecommendationInput) =>
  rankCandidates(input).map((one) => ({ id: one.id, reason: chooseReason(one, input) }));
function ranked(changes: Partial<RecommendationInput> = {}) {
  const base = { candidates: LIBRARY, profile: PROFILE, history: new Map(), hoursToFlight: null };
  return recommend({ ...base, now: NOW, ...changes });
}
function daysAgo(days: number) {
  return { completedAt: new Date(+NOW - days * 86_400_000), listens: 1 };
}

describe('the recommendation', () => {
  it('speaks of a choice only where there was one', () => {
    const proposed = ranked({ profile: { ...PROFILE, chosen: false }, hoursToFlight: 60 * 24 });
    const reason = (all: typeof proposed, id: string) => all.find((one) => one.id === id)?.reason;
    expect(reason(proposed, 'load-turbulence')).toEqual({
      code: 'high_area',
      area: 'turbulence_weather_worry',
    });
    expect(reason(proposed, 'load-heights')?.code).toBe('high_area');
    expect(reason(ranked(), 'load-heights')?.code).toBe('secondary_focus');
  });

  it('leads with exposure on the primary focus while the flight is far', () => {
    expect(ranked({ hoursToFlight: 60 * 24 })).toEqual([
      {
        id: 'load-turbulence',
        reason: { code: 'primary_focus', area: 'turbulence_weather_worry' },
      },
      {
        id: 'flow-turbulence',
        reason: { code: 'primary_focus', area: 'turbulence_weather_worry' },
      },
      { id: 'load-heights', reason: { code: 'secondary_focus', area: 'fear_heights' } },
      { id: 'flow-escape', reason: { code: 'high_area', area: 'fear_no_escape' } },
      { id: 'flow-germs', reason: { code: 'fresh', area: null } },
    ]);
  });

  it('leads with a skill when the flight is near', () => {
    expect(ranked({ hoursToFlight: 48 })[0]?.id).toBe('flow-turbulence');
  });

  it('offers only flow on the last day to somebody who has completed no load', () => {
    const list = ranked({ hoursToFlight: 24 });
    expect(list.map(({ id }) => id)).toEqual(['flow-turbulence', 'flow-escape', 'flow-germs']);
    for (const { reason } of list) expect(reason).toEqual({ code: 'last_day_flow', area: null });
  });

  it('keeps a load that was completed before on the last day, behind every flow', () => {
    const list = ranked({ hoursToFlight: 5, history: new Map([['load-heights', daysAgo(10)]]) });
    expect(list.at(-1)).toEqual({
      id: 'load-heights',
      reason: { code: 'repeat_load', area: 'fear_heights' },
    });
    expect(list).toHaveLength(4);
  });

  it('does not take a load that was only begun for one completed', () => {
    const begun = new Map([['load-heights', { completedAt: null, listens: 3 }]]);
    const ids = ranked({ hoursToFlight: 5, history: begun }).map(({ id }) => id);
    expect(ids).not.toContain('load-heights');
  });

  it('lets what is completed sink, and offers a load again after two days', () => {
    const today = ranked({ history: new Map([['load-turbulence', daysAgo(0.1)]]) });
    expect(today.at(-1)?.id).toBe('load-turbulence');
    const later = ranked({ history: new Map([['load-turbulence', daysAgo(3)]]) });
    expect(later.findIndex(({ id }) => id === 'load-turbulence')).toBeLessThan(4);
    expect(later.find(({ id }) => id === 'load-turbulence')?.reason).toEqual({
      code: 'repeat_load',
      area: 'turbulence_weather_worry',
    });
    const flow = ranked({ history: new Map([['flow-turbulence', daysAgo(3)]]) });
    expect(flow.at(-1)?.reason.code).toBe('practise_again');
  });

  it('offers the newest first to somebody without a profile', () => {
    const candidates = [
      { ...session('old', 'flow', 'fear_heights'), publishedAt: new Date('2026-01-01') },
      { ...session('new', 'flow', 'fear_heights'), publishedAt: new Date('2026-02-01') },
    ];
    expect(ranked({ candidates, profile: null })).toEqual([
      { id: 'new', reason: { code: 'fresh', area: null } },
      { id: 'old', reason: { code: 'fresh', area: null } },
    ]);
  });

  const candidate = fc.record({
    kind: fc.constantFrom('load' as const, 'flow' as const),
    category: fc.constantFrom('podcast' as const, 'technical' as const, 'meditation' as const),
    areas: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 4 }),
    guard: fc.constant(null),
    durationMs: fc.integer({ min: 60_000, max: 900_000 }),
    publishedAt: fc.constantFrom(new Date('2026-01-01'), new Date('2026-02-01')),
  });
  const past = fc.record({
    completedAt: fc.option(fc.date({ min: new Date('2026-01-01'), max: NOW, noInvalidDate: true })),
    listens: fc.nat({ max: 20 }),
  });
  const input = fc
    .record({
      sessions: fc.array(fc.tuple(candidate, fc.option(past)), { maxLength: 12 }),
      scores: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 16, maxLength: 16 }),
      focus: fc.option(fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 2, maxLength: 2 })),
      hoursToFlight: fc.option(fc.integer({ min: -10, max: 1000 })),
    })
    .map(({ sessions, scores, focus, hoursToFlight }): RecommendationInput => {
      const [primary, secondary] = focus ?? [];
      const answers = buildAnswers((index) => scores[index] ?? 0);
      return {
        candidates: sessions.map(([part], index) => ({ ...part, id: `s${index}` })),
        history: new Map(sessions.flatMap(([, seen], i) => (seen ? [[`s${i}`, seen]] : []))),
        profile: primary && secondary ? { answers, primary, secondary, chosen: true } : null,
        hoursToFlight,
        now: NOW,
      };
    });

  it('never holds a new load in the last 24 hours, and leaves out nothing else', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 24 }), (some, hours) => {
        const { candidates, history } = some;
        const isNewLoad = (c: RecommendationCandidate) =>
          c.kind === 'load' && !history.get(c.id)?.completedAt;
        const lastDay = recommend({ ...some, hoursToFlight: hours }).map(({ id }) => id);
        const allowed = candidates.filter((c) => !isNewLoad(c)).map(({ id }) => id);
        expect(lastDay.toSorted()).toEqual(allowed.toSorted());
        const early = recommend({ ...some, hoursToFlight: hours + 25 });
        expect(early).toHaveLength(candidates.length);
      }),
    );
  });

  const guarded = fc
    .tuple(
      input,
      fc.array(fc.option(fc.constantFrom(...SESSION_GUARDS)), { minLength: 12, maxLength: 12 }),
    )
    .map(([some, guards]): RecommendationInput => ({
      ...some,
      candidates: some.candidates.map((one, index) => ({ ...one, guard: guards[index] ?? null })),
    }));
  const listGuards = (some: RecommendationInput) =>
    recommend(some).flatMap(({ id }) => some.candidates.find((one) => one.id === id)?.guard ?? []);

  it('holds no guarded session within 72 hours of a flight, whatever was heard before', () => {
    fc.assert(
      fc.property(guarded, fc.integer({ min: 0, max: 72 }), (some, hoursToFlight) => {
        expect(listGuards({ ...some, hoursToFlight })).toEqual([]);
      }),
    );
  });

  it('holds guarded sessions further from a flight, and after it', () => {
    fc.assert(
      fc.property(guarded, fc.constantFrom(null, -1, 73, 500), (some, hoursToFlight) => {
        const offered = some.candidates.filter(({ guard, id }) => {
          return guard !== null && (guard !== 'memory' || some.history.has(id));
        });
        expect(listGuards({ ...some, hoursToFlight })).toHaveLength(offered.length);
      }),
    );
  });

  it('tells a past flight again only to somebody who has opened that session before, also where it is their focus', () => {
    fc.assert(
      fc.property(guarded, (some) => {
        const profile: FearProfile = { ...PROFILE, primary: 'past_flight_trauma' };
        for (const { id } of recommend({ ...some, profile }))
          if (some.candidates.find((one) => one.id === id)?.guard === 'memory')
            expect(some.history.has(id)).toBe(true);
      }),
    );
  });

  it('begins after a flight with what is for that evening, puts the airport first on the last day, and else neither', () => {
    const evening = session('same-evening', 'flow', 'post_flight_worry');
    const morning = session('morning-of', 'flow', 'airport_boarding_stress');
    const candidates: RecommendationCandidate[] = [
      ...LIBRARY,
      { ...evening, situations: ['after'] },
      { ...morning, situations: ['home', 'airport'] },
    ];
    const first = (changes: Partial<RecommendationInput>) =>
      ranked({ candidates, profile: null, ...changes })[0]?.id;
    expect(first({ hasJustFlown: true })).toBe('same-evening');
    expect(first({ hasJustFlown: true, hoursToFlight: 100 })).toBe('same-evening');
    expect(first({ hoursToFlight: 8 })).toBe('morning-of');
    expect(ranked({ candidates }).at(-1)?.id).toBe('same-evening');
  });

  it('is the same for the same input, in whatever order the candidates come', () => {
    fc.assert(
      fc.property(input, (some) => {
        const list = recommend(some);
        expect(recommend({ ...some, candidates: some.candidates.toReversed() })).toEqual(list);
        for (const { reason } of list) expect(REASON_CODES).toContain(reason.code);
      }),
    );
  });

  it('names an area of the session in its reason, or none', () => {
    fc.assert(
      fc.property(input, (some) => {
        for (const { id, reason } of recommend(some)) {
          const areas = some.candidates.find((c) => c.id === id)?.areas ?? [];
          if (reason.area) expect(areas).toContain(reason.area);
        }
      }),
    );
  });
});
