import type { RecommendationCandidate } from './recommendation.ts';

/** A session as `rankCandidates` placed it, with what decides whether it fits a day. */
export interface Ranked {
  candidate: RecommendationCandidate;
  /** Whether it is an exposure, or the next step towards one. */
  isTowardsExposure: boolean;
  /** Its milliseconds. */
  length: number;
  order: number;
  /** Whether it is planned on one of the days before. */
  recent: boolean;
}

/** So that a day is not made of exposures alone. */
const MAX_LOADS_PER_DAY = 2;

/**
 * Fills a day's places from `ranked`: what is `fixed` first, then, far from the flight, an exposure or a step towards one, then the best that fits
 * `minutes` (in milliseconds), up to `most`; none of the days before and no further Load after `MAX_LOADS_PER_DAY`, as long as there are others.
 */
export function fillDay(
  ranked: readonly Ranked[],
  {
    fixed,
    beginsWithExposure,
    minutes,
    most,
  }: { fixed: Ranked | undefined; beginsWithExposure: boolean; minutes: number; most: number },
): Ranked[] {
  const chosen: Ranked[] = fixed ? [fixed] : [];
  while (chosen.length < most) {
    const isFirst = chosen.length === 0;
    const left = {
      milliseconds: minutes - sumLengths(chosen),
      isFirst,
      wantsExposure: beginsWithExposure && isFirst,
    };
    const rest = ranked.filter((item) => !chosen.includes(item));
    const hasLoads = chosen.filter(isLoad).length >= MAX_LOADS_PER_DAY;
    const other = hasLoads
      ? chooseNext(
          rest.filter((item) => !isLoad(item)),
          left,
        )
      : undefined;
    const next = other ?? chooseNext(rest, left);
    if (!next) break;
    chosen.push(next);
  }
  return chosen;
}

const isLoad = ({ candidate }: Ranked) => candidate.kind === 'load';

const sumLengths = (items: readonly Ranked[]) => items.reduce((sum, { length }) => sum + length, 0);

const findShortest = (items: readonly Ranked[]) => items.toSorted((a, b) => a.length - b.length)[0];

/** Returns the first of those with the lowest order. */
const chooseBest = (items: readonly Ranked[]) =>
  items.reduce<Ranked | undefined>(
    (best, item) => (best && best.order <= item.order ? best : item),
    undefined,
  );

/**
 * Chooses what comes next in a day of what is left of it (`rest`): where it `wantsExposure`, one or a step towards one; otherwise the best;
 * one of the days before only where nothing else is as good. Only the first may be longer than the time left
 * (`milliseconds`), when nothing new that is as good is shorter.
 */
function chooseNext(
  rest: readonly Ranked[],
  {
    milliseconds,
    isFirst,
    wantsExposure,
  }: { milliseconds: number; isFirst: boolean; wantsExposure: boolean },
): Ranked | undefined {
  const fits = rest.filter(({ length }) => length <= milliseconds);
  const fresh = fits.filter(({ recent }) => !recent);
  const exposure = wantsExposure ? fresh.find(({ isTowardsExposure }) => isTowardsExposure) : null;
  if (exposure) return exposure;
  const first = chooseBest(fits);
  const other = chooseBest(fresh);
  const isNew = other !== undefined && other.order === first?.order;
  if (isFirst && (wantsExposure || !isNew)) {
    const best = chooseBest(rest)?.order;
    const longer = rest.filter(
      ({ recent, isTowardsExposure, order }) =>
        !recent && (wantsExposure ? isTowardsExposure : order === best),
    );
    if (longer.length > 0) return findShortest(longer);
  }
  return (isNew ? other : first) ?? (isFirst ? findShortest(rest) : undefined);
}
