import { expect, it } from 'vitest';
import { runEach } from './run-each.ts';

it('goes on past what fails, and throws the last error at the end', async () => {
  const done: number[] = [];
  const run = (item: number) => {
    if (item % 2 === 1) return Promise.reject(new Error(String(item)));
    return Promise.resolve(void done.push(item));
  };
  await expect(runEach([1, 2, 3, 4], run)).rejects.toThrow('3');
  expect(done).toEqual([2, 4]);
});

it('gives up after so many failures in a row', async () => {
  const tried: number[] = [];
  const run = (item: number) => {
    tried.push(item);
    return item === 1 ? Promise.resolve() : Promise.reject(new Error(String(item)));
  };
  await expect(runEach([0, 1, 2, 3, 4], run, 2)).rejects.toThrow('3');
  expect(tried).toEqual([0, 1, 2, 3]);
});
