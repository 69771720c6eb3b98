import { GENERATION_FAILURES, type Generation } from '#shared/contract/admin-generation.ts';
import { computeCost, type Prices } from './policy.ts';
import type { GenerationRow } from './reads.ts';

/** Returns a generation as the page gets it. `titles` are those of listTitles; without one, a draft shows its brief. */
export function toGeneration(
  row: GenerationRow,
  titles: ReadonlyMap<string, string>,
  prices: Prices,
): Generation {
  const { id, kind, state, brief, language, contentId, done, total, characters, faults } = row;
  return {
    ...{ id, kind, state, language, contentId, done, total, characters, faults },
    title: (contentId && titles.get(contentId)) || (brief?.about ?? ''),
    tokens: row.tokensIn + row.tokensOut,
    cost: computeCost(row, prices),
    failure: GENERATION_FAILURES.find((one) => one === row.failure) ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
