import { expect, it } from 'vitest';
import { ROUTES } from './route-table.ts';
import { mayUseSensors } from './sensor-pages.ts';

it('the flight page alone may use motion sensors and the position', () => {
  const paths = ROUTES.map(({ path }) => path.replace(/\/:(\w+)\??/, '/$1'));
  expect(paths.filter(mayUseSensors)).toEqual(['/flight']);
});

it.each(['/flight', '/flight/', '/Flight'])('%s is the flight page', (path) =>
  expect(mayUseSensors(path)).toBe(true),
);

it.each(['', '/', '/flights', '/flight/1', '/plan/flight', '/flight%2F'])(
  '%j is not the flight page',
  (path) => expect(mayUseSensors(path)).toBe(false),
);
