import { describe, expect, it } from 'vitest';
import type { PageToRender } from '#shared/rules/start-page.ts';
import { createLimitedRenderer, loadLimitedRenderer } from './render.ts';

const PAGE: PageToRender = {
  path: '/',
  language: 'en',
  replies: {},
  at: new Date('2027-03-04T12:00:00Z'),
  timeZone: 'Europe/Paris',
};

/** A renderer that takes so many milliseconds for a page, and its clock. */
function createSlowRenderer(costMs: number) {
  let now = 0;
  const render = createLimitedRenderer(
    () => {
      now += costMs;
      return 'page';
    },
    () => now,
  );
  return { render: () => render(PAGE), wait: (ms: number) => (now += ms) };
}

describe('rendering', () => {
  it('takes no more than a quarter of the time, beyond which browsers render', () => {
    const { render, wait } = createSlowRenderer(10);
    let rendered = 0;
    for (let asked = 0; asked < 2000; asked++) {
      wait(5);
      if (render() !== null) rendered += 1;
    }
    // 2000 requests in 10 s and what rendering took: a quarter of that, and the first burst.
    const allMs = 2000 * 5 + rendered * 10;
    expect(rendered * 10).toBeLessThanOrEqual(allMs / 4 + 260);
    expect(rendered * 10).toBeGreaterThan(allMs / 4 - 20);
  });

  it('is there again once it has rested', () => {
    const { render, wait } = createSlowRenderer(400);
    expect([render(), render()]).toEqual(['page', null]);
    wait(1000);
    expect(render()).toBe('page');
  });

  it('counts the time of pages that fail', () => {
    let now = 0;
    const render = createLimitedRenderer(
      () => {
        now += 1000;
        throw new Error('cannot render this');
      },
      () => now,
    );
    expect(() => render(PAGE)).toThrow('cannot render this');
    expect(render(PAGE)).toBeNull();
  });

  it('is left to the browser where nothing was built', async () => {
    expect((await loadLimitedRenderer('/nonexistent'))(PAGE)).toBeNull();
  });
});
