/**
 * Runs something for each of a list, one after the other, past those that fail: a person who cannot be dealt with keeps
 * no other waiting. After `giveUpAfter` failures in a row, by default never, the rest is left out.
 * @throws at the end: the error where there was one, an AggregateError of all where there were several
 */
export async function runEachDespiteFailures<T>(
  items: Iterable<T>,
  run: (item: T) => Promise<unknown>,
  giveUpAfter = Infinity,
): Promise<void> {
  const errors: unknown[] = [];
  let failures = 0;
  for (const item of items) {
    try {
      await run(item);
      failures = 0;
    } catch (error) {
      errors.push(error);
      failures += 1;
      if (failures >= giveUpAfter) break;
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors);
}
