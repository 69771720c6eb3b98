import { expect, it } from 'vitest';
import { mayRunBotCheckScript, mayRunThirdPartyScripts } from './third-party-pages.ts';
import { isSamePageInEveryState, ROUTES } from './route-table.ts';

it('third parties may look at pages that are the same for everybody, whatever is added to the table', () => {
  const open = ROUTES.filter(({ path }) => mayRunThirdPartyScripts(path.replace(/:\w+\??/, 'x')));
  expect(open.map(({ path }) => path).toSorted()).toEqual([
    '/',
    '/help',
    '/licences',
    '/privacy',
    '/read',
    '/read/:slug',
    '/terms',
    '/waitlist',
  ]);
});

it.each(['', '/sos', '/auth', '/s/1', '/contact', '/reminders', '/admin', '/nothing-here'])(
  'they never look at %j',
  (path) => expect(mayRunThirdPartyScripts(path)).toBe(false),
);

it('a bot check of a third party runs beside forms alone', () => {
  for (const path of ['/auth', '/contact', '/waitlist'])
    expect(mayRunBotCheckScript(path)).toBe(true);
  for (const { path } of ROUTES.filter(
    ({ path }) => isSamePageInEveryState(path) && path !== '/contact',
  ))
    expect(mayRunBotCheckScript(path), path).toBe(false);
});
