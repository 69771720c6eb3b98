import { expect, it } from 'vitest';
import { recordShownPage, type ShownPage, callOncePageShown } from './shown-page.ts';

/** Goes to the path and returns what is told of it. */
function goTo(path: string) {
  const told: ShownPage[] = [];
  const leave = callOncePageShown(path, (page) => told.push(page));
  return { told, leave };
}

it('a page is told once it is there, with its own title, and once only', () => {
  recordShownPage({ path: '/', title: 'Today' });
  const { told } = goTo('/content/1');
  expect(told).toEqual([]);
  recordShownPage({ path: '/content/1', title: 'Turbulence' });
  recordShownPage({ path: '/content/1', title: 'Turbulence, again' });
  expect(told).toEqual([{ path: '/content/1', title: 'Turbulence' }]);
});

it('a page whose title came first is told at once', () => {
  recordShownPage({ path: '/plan', title: 'Plan' });
  expect(goTo('/plan').told).toHaveLength(1);
});

it('a page that was left before it was there is not told, nor under the next one’s title', () => {
  recordShownPage({ path: '/auth?next', title: 'elsewhere' });
  const { told, leave } = goTo('/auth');
  leave();
  recordShownPage({ path: '/', title: 'Today' });
  recordShownPage({ path: '/auth', title: 'Sign in' });
  expect(told).toEqual([]);
});
