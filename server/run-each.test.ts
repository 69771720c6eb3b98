import { expect, it } from 'vitest';
import { runEachDespiteFailures } from './run-each.ts';

it('goes on past what fails, and throws every error at the end', async () => {
  const done: number[] = [];
  const run = (item: number) => {
    if (item % 2 === 1) return Promise.reject(new Error(String(item)));
    return Promise.resolve(void done.push(item));
  };
  await expect(runEachDespiteFailures([1, 2, 3, 4], run)).rejects.toMatchObject({
    errors: [new Error('1'), new Error('3')],
  });
  expect(done).toEqual([2, 4]);
});

it('gives up after so many failures in a row', async () => {
  const tried: number[] = [];
  const run = (item: number) => {
    tried.push(item);
    return item === 1 ? Promise.resolve() : Promise.reject(new Error(String(item)));
  };
  await expect(runEachDespiteFailures([0, 1, 2, 3, 4], run, 2)).rejects.toMatchObject({
    errors: [new Error('0'), new Error('2'), new Error('3')],
  });
  expect(tried).toEqual([0, 1, 2, 3]);
});

it('throws an error that stays the only one as it is', async () => {
  const failed = new Error('failed');
  await expect(runEachDespiteFailures([1], () => Promise.reject(failed))).rejects.toBe(failed);
});
