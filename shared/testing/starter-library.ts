/// <reference types="node" />
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { collectLeadIns } from '../rules/lead-ins.ts';
import { MOMENT_SESSION_IDS } from '../rules/moment-sessions.ts';
import type { RecommendationCandidate } from '../rules/recommendation.ts';
import { TONIGHT_SESSION_IDS } from '../rules/tonight.ts';

const MINUTE_MS = 60_000;
const CONTENT = new URL('../../content/', import.meta.url);

/** Sessions that the rules know, by their slug; all others have their slug as their id here. */
export const KNOWN_IDS: Readonly<Record<string, string>> = {
  'the-night-before': MOMENT_SESSION_IDS.night_before,
  'the-morning-of': MOMENT_SESSION_IDS.morning_of,
  'a-delay-at-the-gate': MOMENT_SESSION_IDS.delay,
  'before-you-book': MOMENT_SESSION_IDS.booking,
  'the-sleepless-week': MOMENT_SESSION_IDS.sleepless,
  ...Object.fromEntries(
    Object.entries(TONIGHT_SESSION_IDS).map(([fear, id]) => [`tonight-${fear}`, id]),
  ),
};

interface Facts extends Pick<
  RecommendationCandidate,
  'kind' | 'category' | 'areas' | 'situations' | 'guard'
> {
  form?: string;
  optIn?: boolean;
  publishedOn: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, CONTENT), 'utf8'));

/** All sessions of the starter library, with lengths between 5.5 and 12 minutes. */
const SESSIONS = readdirSync(new URL('sessions/', CONTENT)).map((slug) => {
  const facts = read(`sessions/${slug}/session.json`) as Facts;
  const digest = createHash('sha256').update(slug).digest();
  return {
    ...facts,
    id: KNOWN_IDS[slug] ?? slug,
    slug,
    form: facts.form ?? 'full',
    optIn: facts.optIn ?? false,
    guard: facts.guard ?? null,
    durationMs: (5.5 + ((digest[0] ?? 0) / 255) * 6.5) * MINUTE_MS,
    publishedAt: new Date(facts.publishedOn),
  };
});

/** The starter library as it may be recommended to everybody. */
export const STARTER_LIBRARY: readonly RecommendationCandidate[] = SESSIONS.filter(
  ({ form, optIn }) => form === 'full' && !optIn,
);

/** The starter programs by their slug, each the sessions of its lessons in order. */
export const STARTER_PROGRAMS = new Map(
  readdirSync(new URL('programs/', CONTENT)).map((slug) => {
    const { lessons } = read(`programs/${slug}/program.json`) as {
      lessons: (string | { session: string })[];
    };
    const slugs = lessons.map((lesson) => (typeof lesson === 'string' ? lesson : lesson.session));
    return [slug, slugs.map((one) => SESSIONS.find((session) => session.slug === one)!)];
  }),
);

export const STARTER_LEAD_INS = collectLeadIns([...STARTER_PROGRAMS.values()]);
