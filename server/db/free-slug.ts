import { AppError } from '#server/http/errors.ts';

/**
 * Adds a row under the slug `wanted`, or, where another row has it or it is empty, under one that ends in the row's `id`;
 * returns the slug. `insert` adds the row unless its slug is taken (`on conflict do nothing`), also by a transaction under
 * way, and resolves to the rows it added. `kind` stands for an empty slug.
 */
export async function insertUnderFreeSlug(
  { wanted, kind, id }: { wanted: string; kind: string; id: string },
  insert: (slug: string) => Promise<unknown[]>,
): Promise<string> {
  if (wanted !== '' && (await insert(wanted)).length > 0) return wanted;
  const own = `${wanted || kind}-${id.slice(-6)}`;
  if ((await insert(own)).length === 0) throw new AppError('conflict');
  return own;
}
