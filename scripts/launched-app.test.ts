import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';

const SCRIPT = readFileSync(path.join(import.meta.dirname, '../public/first.js'), 'utf8');

/** Runs the first script of a document at `at`, where the app listens or not; returns what a launch does. */
function openDocument(at: string, isApp: boolean) {
  const done: string[] = [];
  let launch = (_params: { targetURL: string }) => {};
  const nothing = () => {};
  runInContext(
    SCRIPT,
    createContext({
      URL,
      CustomEvent,
      setTimeout: nothing,
      addEventListener: nothing,
      navigator: {},
      localStorage: { getItem: () => null },
      document: {
        documentElement: { dataset: {} },
        addEventListener: nothing,
        querySelectorAll: () => [],
      },
      location: Object.assign(new URL(at), { assign: (to: URL) => done.push(`load ${to.href}`) }),
      dispatchEvent: ({ detail }: CustomEvent<string>) => {
        if (isApp) done.push(`app ${detail}`);
        return !isApp;
      },
      launchQueue: { setConsumer: (consumer: typeof launch) => (launch = consumer) },
    }),
  );
  return (to: string) => {
    launch({ targetURL: `https://envol.example${to}` });
    return done.splice(0);
  };
}

it('a shortcut of the installed app leads on within the app that is open, so that a session goes on', () => {
  const follow = openDocument('https://envol.example/content/1', true);
  expect(follow('/sos')).toEqual(['app /sos']);
  expect(follow('/?next')).toEqual(['app /?next']);
});

it('a shortcut leaves a document that is not the app', () => {
  const follow = openDocument('https://envol.example/read/turbulence', false);
  expect(follow('/sos')).toEqual(['load https://envol.example/sos']);
});

it('the icon changes nothing, nor does the shortcut that opened the app, until it is used again', () => {
  const follow = openDocument('https://envol.example/?next', true);
  expect(follow('/?next')).toEqual([]);
  expect(follow('/')).toEqual([]);
  expect(follow('/?next')).toEqual(['app /?next']);
});
