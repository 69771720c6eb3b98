import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hideFigureOfSmallGroup,
  hideShareOfSmallGroup,
  SMALLEST_SHOWN_GROUP,
  sumVisibleFigures,
} from './small-groups.ts';

const few = fc.integer({ min: 1, max: SMALLEST_SHOWN_GROUP - 1 });
const cell = fc.record({ value: fc.nat(500), people: fc.nat(12) });
const isHidden = ({ people }: { people: number }) => people > 0 && people < SMALLEST_SHOWN_GROUP;

it('no number, no sum over any range and no difference of two of them changes with what is hidden', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, fc.nat(500), few), { minLength: 1, maxLength: 20 }),
      fc.nat(20),
      fc.nat(20),
      (drawn, one, other) => {
        const from = Math.min(one, other);
        const to = Math.max(one, other) + 1;
        const world = drawn.map(([real]) => real);
        // The same world, had the few who are hidden been others and done something else.
        const elsewhere = drawn.map(([real, value, people]) =>
          isHidden(real) ? { value, people } : real,
        );
        const publish = (cells: typeof world) => {
          const shown = cells.map(hideFigureOfSmallGroup);
          return {
            shown,
            sum: sumVisibleFigures(shown.slice(from, to)),
            all: sumVisibleFigures(shown),
          };
        };
        expect(publish(elsewhere)).toEqual(publish(world));
      },
    ),
  ));

it('of a group, neither a few who did something nor a few who did not are told of', () =>
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), (part, others) => {
      const shown = hideShareOfSmallGroup(part, part + others);
      const tells = [part, others, part + others].some((people) => isHidden({ people }));
      expect(shown).toBe(tells ? null : part);
    }),
  ));

it('what nobody did is shown, for there is nobody to tell of', () => {
  expect(hideFigureOfSmallGroup({ value: 0, people: 0 })).toBe(0);
  expect(hideShareOfSmallGroup(0, 20)).toBe(0);
  expect(sumVisibleFigures([null, null])).toBeNull();
});
