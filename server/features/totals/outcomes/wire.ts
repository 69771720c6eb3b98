import type { MeanOutcomeChange, Outcomes } from '#shared/contract/outcomes.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { estimateMeanChange } from '#shared/rules/mean-change.ts';
import { SMALLEST_SHOWN_GROUP } from '#shared/rules/small-groups.ts';
import { buildPublishableOutcomeSentences } from './policy.ts';
import type { OutcomeSum } from './reads.ts';

/** Sums are of hundredths of a point. */
const SCALE = 100;
const PROGRAM = 'program:';

/** Lists the programs that the sums are of, by id. */
export const listProgramIdsOfOutcomeSums = (sums: readonly OutcomeSum[]): string[] => [
  ...new Set(
    sums.filter(({ key }) => key.startsWith(PROGRAM)).map(({ key }) => key.slice(PROGRAM.length)),
  ),
];

/**
 * Converts stored sums to the outcomes that admins see; `cumulativePeople` are those that the change of all was ever of, the titles
 * those of the programs in the admin's language.
 */
export function toOutcomes(
  sums: readonly OutcomeSum[],
  cumulativePeople: readonly number[],
  titles: ReadonlyMap<string, string>,
): Omit<Outcomes, 'lastDay'> {
  const byKey = new Map(sums.map((one) => [`${one.metric} ${one.key}`, one]));
  const find = (metric: string, key: string) => byKey.get(`${metric} ${key}`);
  const change = (key: string) =>
    toChange(find('outcome_before', key), find('outcome_change', key), find('outcome_square', key));
  const followUp = (key: string) =>
    toFollowUp(find('outcome_began', key)?.people, find('outcome_change', key)?.people);
  const all = { ...followUp('all'), overall: change('all') };
  return {
    ...all,
    publishable: buildPublishableOutcomeSentences(all),
    areas: FEAR_AREAS.flatMap(({ key: area }) => {
      const found = change(`area:${area}`);
      return found ? [{ area, ...found }] : [];
    }),
    programs: listProgramIdsOfOutcomeSums(sums)
      .map((id) => ({
        id,
        title: titles.get(id) ?? '',
        ...followUp(PROGRAM + id),
        overall: hideWhereRestIsFew(change(PROGRAM + id), cumulativePeople),
      }))
      .toSorted((a, b) => (b.began ?? 0) - (a.began ?? 0)),
  };
}

/**
 * Groups are closed at different times: a person who measured themselves again has begun, also where that is not added
 * yet. Where the others are few, nothing is told that they could be counted from.
 */
function toFollowUp(began = 0, again = 0) {
  const all = Math.max(began, again);
  const left = all - again;
  const areFew = (people: number) => people < SMALLEST_SHOWN_GROUP;
  if (areFew(all)) return { began: null, again: null, left: null };
  if (areFew(again)) return { began: all, again: null, left: null };
  if (left > 0 && areFew(left)) return { began: null, again, left: null };
  return { began: all, again, left };
}

/** Hides the change of a part where the whole, now or at an earlier reading, is of one to four people more. */
function hideWhereRestIsFew(
  part: MeanOutcomeChange | null,
  sizes: readonly number[],
): MeanOutcomeChange | null {
  if (!part) return null;
  const isFew = (rest: number) => rest > 0 && rest < SMALLEST_SHOWN_GROUP;
  return sizes.some((size) => isFew(size - part.people)) ? null : part;
}

function toChange(
  before: OutcomeSum | undefined,
  difference: OutcomeSum | undefined,
  square: OutcomeSum | undefined,
): MeanOutcomeChange | null {
  if (!before || !difference || !square || difference.people < SMALLEST_SHOWN_GROUP) return null;
  const { people } = difference;
  const { mean, low, high } = estimateMeanChange({
    people,
    sum: difference.value / SCALE,
    squares: square.value / SCALE ** 2,
  });
  const first = before.value / SCALE / people;
  return { people, before: first, after: first + mean, change: mean, low, high };
}
