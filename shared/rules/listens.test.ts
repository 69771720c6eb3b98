import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldListens, type ListenStretch } from './listens.ts';

const stretch: fc.Arbitrary<ListenStretch> = fc.record({
  id: fc.uuid(),
  // Few instants, so that devices meet at the same one.
  endedAt: fc.integer({ min: 0, max: 5 }),
  positionMs: fc.nat(1000),
  listenedMs: fc.nat(1000),
  completed: fc.boolean(),
});
const several = fc.uniqueArray(stretch, { selector: ({ id }) => id, maxLength: 12 });

it('comes to one state in any order', () => {
  const orders = several.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
  fc.assert(
    fc.property(orders, ([list, order]) => {
      expect(foldListens(order)).toEqual(foldListens(list));
    }),
  );
});

it('counts what two devices both know once, whichever is merged into the other', () => {
  fc.assert(
    fc.property(several, several, several, (one, both, other) => {
      const [here, there] = [
        [...one, ...both],
        [...both, ...other],
      ];
      expect(foldListens([...here, ...there])).toEqual(foldListens([...there, ...here]));
    }),
  );
});

it('goes on at the latest place, and keeps the first completion', () => {
  const at = (endedAt: number, positionMs: number, completed = false) => ({
    id: `${endedAt}`,
    endedAt,
    positionMs,
    listenedMs: 10,
    completed,
  });
  expect(foldListens([at(3, 50), at(1, 900, true), at(2, 100, true)])).toEqual({
    positionMs: 50,
    lastListenedAt: 3,
    listenedMs: 30,
    completedAt: 1,
  });
  expect(foldListens([])).toBeNull();
});
