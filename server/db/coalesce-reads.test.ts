import { expect, it } from 'vitest';
import { coalesceIntoNextRead } from './coalesce-reads.ts';

/** A read that ends when it is told to, and what each began with. */
function createRead() {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = coalesceIntoNextRead(() => {
    const one = Promise.withResolvers<number>();
    begun.push(one);
    return one.promise;
  });
  return { read, begun };
}

it('whoever reads while nobody does begins at once', async () => {
  const { read, begun } = createRead();
  for (const value of [1, 2]) {
    const result = read();
    begun.at(-1)?.resolve(value);
    expect(await result).toBe(value);
  }
  expect(begun).toHaveLength(2);
});

it('all who come while one reads share the next, which begins after they came', async () => {
  const { read, begun } = createRead();
  const first = read();
  const late = [read(), read(), read()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => begun.length).toBe(2);
  const later = read();
  begun[1]?.resolve(2);
  expect(await Promise.all(late)).toEqual([2, 2, 2]);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve(3);
  expect(await later).toBe(3);
});

it('a read that fails fails for those who share it, and the next is read all the same', async () => {
  const { read, begun } = createRead();
  const first = read();
  const second = read();
  begun[0]?.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve(2);
  expect(await second).toBe(2);
});
