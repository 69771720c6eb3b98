import { GENERATION_FAILURES, type Generation } from '#shared/contract/admin-generation.ts';
import { computeGenerationCost, type ProviderPrices } from './policy.ts';
import type { GenerationRow } from './reads.ts';

/**
 * Converts a stored generation to the form of the API. `titles` are those of `readEnglishDraftTitlesById`; a draft without a title
 * shows its brief.
 */
export function toGeneration(
  row: GenerationRow,
  titles: ReadonlyMap<string, string>,
  prices: ProviderPrices,
): Generation {
  const { id, kind, state, brief, language, contentId, done, total, characters, faults } = row;
  return {
    id,
    kind,
    state,
    brief,
    language,
    contentId,
    done,
    total,
    characters,
    faults,
    title: (contentId && titles.get(contentId)) || (brief?.about ?? ''),
    tokens: row.tokensIn + row.tokensOut,
    cost: computeGenerationCost(row, prices),
    failure: GENERATION_FAILURES.find((one) => one === row.failure) ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Computes what characters cost, in the currency of `prices`; null when the price is not set. */
export const computeSpeechCost = (characters: number, prices: ProviderPrices): number | null =>
  computeGenerationCost({ kind: 'narration', tokensIn: 0, tokensOut: 0, characters }, prices);
