import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { computePlanDays } from '#shared/rules/plan.ts';
import type { RecommendationCandidate } from '#shared/rules/recommendation.ts';
import { splitSentences } from '#shared/rules/script-sentences.ts';
import { runBench, printLine } from './launch.ts';

// Rules that people wait for, on their largest input: a plan of 90 days from 500 sessions, and hostile scripts.

const createCandidate = (_: unknown, index: number): RecommendationCandidate => ({
  id: `session-${String(index).padStart(3, '0')}`,
  kind: index % 2 === 0 ? 'load' : 'flow',
  category: index % 2 === 0 ? 'technical' : 'meditation',
  areas: FEAR_AREAS.slice(index % FEAR_AREAS.length)
    .slice(0, 1)
    .map(({ key }) => key),
  guard: null,
  durationMs: 300_000,
  publishedAt: new Date('2026-10-01'),
});

function measure(name: string, limitMs: number, run: () => void): boolean {
  const began = performance.now();
  run();
  const ms = performance.now() - began;
  printLine(`${name}: ${Math.round(ms)} ms (at most ${limitMs})`);
  return ms < limitMs;
}

await runBench(async () => {
  const isPlanInTime = measure('a plan of 90 days from 500 sessions', 2000, () => {
    computePlanDays({
      candidates: Array.from({ length: 500 }, createCandidate),
      profile: null,
      history: new Map(),
      doneToday: [],
      dailyMinutes: 20,
      timeZone: 'Europe/Paris',
      now: new Date('2026-11-21T09:00:00Z'),
      flight: { departsOn: '2027-11-11', departsAt: null, timeZone: 'Europe/Paris' },
    });
  });
  const areSentencesInTime = measure('the sentences of hostile scripts', 1500, () => {
    splitSentences('.'.repeat(50_000), 'en');
    splitSentences('a. '.repeat(5_000), 'en');
    splitSentences(`a.${' '.repeat(20_000)}b`, 'fr');
  });
  return isPlanInTime && areSentencesInTime;
});
