import { z } from 'zod';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import { isCivilDate, isTimeZone } from '#shared/rules/flight-date.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { MAX_SELF_RATING_BY_NAME } from '#shared/rules/script-timing.ts';
import {
  hasForbiddenCharacters,
  hasLineBreakOrControlCharacter,
  hasVisibleCharacter,
} from '#shared/rules/typed-text.ts';

/**
 * Returns a schema for text that a person typed: trimmed, 1 to `max` characters, at least one of them visible, without
 * control characters or lone surrogates.
 */
export const buildTextSchema = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !hasForbiddenCharacters(value), {
      message: 'control_characters',
      abort: true,
    })
    .refine(hasVisibleCharacter, { message: 'nothing_visible' });

/** Returns a schema for text of one line: as `text`, without tabs and line breaks of any kind. */
export const buildSingleLineTextSchema = (max: number) =>
  buildTextSchema(max).refine((value) => !hasLineBreakOrControlCharacter(value), {
    message: 'control_characters',
  });

/** A UUID, converted to lower case, as PostgreSQL returns it, so that letter case makes no difference. */
export const id = z.uuid().toLowerCase();
/**
 * An instant, ISO 8601 in UTC, from 2000 to 2100. The database's driver reads the year 1 as 2001, and PostgreSQL has no
 * year 0.
 */
export const instant = z.iso
  .datetime({ abort: true })
  .max(40)
  .refine((value) => value >= '2000' && value < '2101', { message: 'out_of_range' });
/** A civil date, `YYYY-MM-DD`, with no zone of its own, from 2000 to 2100 like an instant. */
export const civilDate = z
  .string()
  .refine(isCivilDate, { message: 'not_a_date', abort: true })
  .refine((value) => value >= '2000' && value < '2101', { message: 'out_of_range' });
/** An IANA time zone, such as `Europe/Paris`. */
export const timeZone = z.string().max(64).refine(isTimeZone, { message: 'not_a_time_zone' });
export const email = z.email().max(254);
export const language = z.enum(LANGUAGES);
export const sessionKind = z.enum(['load', 'flow']);
export const sessionCategory = z.enum(['podcast', 'technical', 'meditation']);
export const helpfulnessRating = z.enum(['very_helpful', 'somewhat_helpful', 'not_helpful']);
export const tier = z.enum(['free', 'premium', 'lifetime']);
export const passPlan = z.enum(['monthly', 'yearly', 'lifetime', 'trip']);
export const currency = z.enum(['EUR', 'USD', 'GBP', 'CHF', 'CAD']);
/** An amount in minor units, such as cents. */
export const money = z.object({ amountMinor: z.int(), currency });
export const fearArea = z.enum(FEAR_AREAS.map((area) => area.key) as [FearArea, ...FearArea[]]);
/** Intensity of one area: 0 calm, 10 the worst imaginable. */
export const intensity = z.int().min(0).max(10);
/** A rating given in a session; `cue` is the index of the rating in the script. */
const selfRatingAt = { cue: z.int().min(0).max(9_999), ratedAt: instant };
export const selfRating = z.discriminatedUnion('name', [
  z.strictObject({
    ...selfRatingAt,
    name: z.literal('fear'),
    value: z.int().min(0).max(MAX_SELF_RATING_BY_NAME.fear),
  }),
  z.strictObject({
    ...selfRatingAt,
    name: z.literal('sure'),
    value: z.int().min(0).max(MAX_SELF_RATING_BY_NAME.sure),
  }),
]);
/** A whole duration in milliseconds, at most a day. */
export const milliseconds = z.int().min(0).max(86_400_000);
export const okReply = z.object({ ok: z.literal(true) });

export type { Language } from '#shared/rules/languages.ts';
export type SessionKind = z.infer<typeof sessionKind>;
export type SessionCategory = z.infer<typeof sessionCategory>;
export type HelpfulnessRating = z.infer<typeof helpfulnessRating>;
export type Tier = z.infer<typeof tier>;
export type PassPlan = z.infer<typeof passPlan>;
export type Currency = z.infer<typeof currency>;
export type Money = z.infer<typeof money>;
