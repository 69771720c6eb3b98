/**
 * Runs something for each of a list, one after the other, past those that fail: a person who cannot be dealt with keeps
 * nobody else waiting. After `giveUpAfter` failures in a row, by default never, the rest is left out.
 * @throws the last error, at the end, if there was one
 */
export async function runEach<T>(
  items: Iterable<T>,
  run: (item: T) => Promise<unknown>,
  giveUpAfter = Infinity,
): Promise<void> {
  let failures = 0;
  let last: { error: unknown } | null = null;
  for (const item of items) {
    try {
      await run(item);
      failures = 0;
    } catch (error) {
      last = { error };
      failures += 1;
      if (failures >= giveUpAfter) break;
    }
  }
  if (last) throw last.error;
}
