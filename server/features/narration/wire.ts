import type { Dependencies } from '#server/dependencies.ts';
import { computeSpeechCost } from '#server/features/generation/wire.ts';
import { GENERATION_FAILURES } from '#shared/contract/admin-generation.ts';
import type { MissingNarrationsRun } from '#shared/contract/admin-narration.ts';
import type { NarrationItemRow, NarrationRunRow } from './reads.ts';

/** Converts a stored run and its recordings to the form of the API. */
export function toMissingNarrationsRun(
  { id, state, reason, ceiling, publishes, characters, createdAt }: NarrationRunRow,
  items: readonly NarrationItemRow[],
  prices: Dependencies['generation']['prices'],
): MissingNarrationsRun {
  const sum = (count: (item: NarrationItemRow) => number) =>
    items.reduce((total, item) => total + count(item), 0);
  const current = items.find((item) => item.state === 'running');
  return {
    id,
    state,
    reason,
    ceiling,
    publishes,
    recordings: { done: sum((item) => Number(item.state === 'done')), total: items.length },
    sentences: { done: sum((item) => item.done), total: sum((item) => item.total) },
    characters,
    cost: computeSpeechCost(characters, prices),
    currency: prices.currency,
    current: current ? { title: current.title, language: current.language } : null,
    failures: items
      .filter((item) => item.state === 'failed')
      .map(({ contentId, title, language, failure }) => ({
        contentId,
        title,
        language,
        failure: GENERATION_FAILURES.find((one) => one === failure) ?? 'unknown',
      })),
    createdAt: createdAt.toISOString(),
  };
}
