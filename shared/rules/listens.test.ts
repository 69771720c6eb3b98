import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeListeningProgress,
  joinStretchesIntoListens,
  type ListeningStretch,
} from './listens.ts';

const stretch: fc.Arbitrary<ListeningStretch> = fc.record({
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
      expect(computeListeningProgress(order)).toEqual(computeListeningProgress(list));
    }),
  );
});

it('counts what two devices both know once, whichever is merged into the other', () => {
  fc.assert(
    fc.property(several, several, several, (one, both, other) => {
      const here = [...one, ...both];
      const there = [...both, ...other];
      expect(computeListeningProgress([...here, ...there])).toEqual(
        computeListeningProgress([...there, ...here]),
      );
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
  expect(computeListeningProgress([at(3, 50), at(1, 900, true), at(2, 100, true)])).toEqual({
    positionMs: 50,
    lastListenedAt: 3,
    listenedMs: 30,
    completedAt: 1,
  });
  expect(computeListeningProgress([])).toBeNull();
});

describe('what belongs together', () => {
  const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
  const heard = (
    id: string,
    contentId: string,
    [from, to]: [string, string],
    positionMs: number,
    completed = false,
  ) => ({
    id,
    contentId,
    startedAt: at(from),
    endedAt: at(to),
    positionMs,
    listenedMs: at(to).getTime() - at(from).getTime(),
    completed,
  });
  const join = (...oldestFirst: ReturnType<typeof heard>[]) =>
    joinStretchesIntoListens(oldestFirst.toReversed()).map(({ id, listenedMs, completed }) => [
      id,
      listenedMs / 60_000,
      completed,
    ]);

  it('is one listen, however often it was paused, with its whole time and its last moment', () => {
    const stretches = [
      heard('a', 'x', ['10:00', '10:03'], 180_000),
      heard('b', 'x', ['10:05', '10:06'], 240_000),
      heard('c', 'x', ['12:30', '12:34'], 480_000, true),
      // What is left after nine tenths, which complete a session.
      heard('d', 'x', ['12:35', '12:36'], 540_000),
    ];
    expect(join(...stretches)).toEqual([['a', 9, true]]);
    expect(joinStretchesIntoListens(stretches.toReversed())[0]).toMatchObject({
      startedAt: at('10:00'),
      endedAt: at('12:36'),
      positionMs: 540_000,
    });
  });

  it('is one listen also with another session in between', () =>
    expect(
      join(
        heard('a', 'x', ['10:00', '10:03'], 180_000),
        heard('b', 'y', ['10:03', '10:04'], 60_000),
        heard('c', 'x', ['10:04', '10:05'], 240_000),
      ),
    ).toEqual([
      ['a', 4, false],
      ['b', 1, false],
    ]));

  it('is another listen once a session was finished and begins again', () =>
    expect(
      join(
        heard('a', 'x', ['10:00', '10:09'], 540_000, true),
        heard('b', 'x', ['10:10', '10:12'], 120_000),
      ),
    ).toEqual([
      ['b', 2, false],
      ['a', 9, true],
    ]));

  it('is two listens when a session was finished twice', () =>
    expect(
      join(
        heard('a', 'x', ['10:00', '10:09'], 540_000, true),
        heard('b', 'x', ['10:10', '10:19'], 540_000, true),
      ),
    ).toEqual([
      ['b', 9, true],
      ['a', 9, true],
    ]));

  it('is one listen when it is marked complete again and nothing was heard in between', () =>
    expect(
      join(heard('a', 'x', ['10:00', '10:09'], 540_000, true), {
        ...heard('b', 'x', ['10:10', '10:10'], 540_000, true),
        listenedMs: 0,
      }),
    ).toEqual([['a', 9, true]]));

  it('is another listen after four hours', () =>
    expect(
      join(
        heard('a', 'x', ['10:00', '10:03'], 180_000),
        heard('b', 'x', ['14:04', '14:05'], 240_000),
      ),
    ).toEqual([
      ['b', 1, false],
      ['a', 3, false],
    ]));
});
