import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { ROUTES } from '#shared/rules/route-table.ts';

const read = (language: string, catalogue: string, ...keys: string[]): string => {
  let found: unknown = JSON.parse(
    readFileSync(`src/locales/${language}/${catalogue}.json`, 'utf8'),
  );
  for (const key of keys) found = (found as Record<string, unknown>)[key];
  return typeof found === 'string' ? found : JSON.stringify(found);
};

it.each(LANGUAGES)(
  'in %s, the row that ends a contract and the page that it opens say the same',
  (language) => {
    expect(read(language, 'billing', 'manage', 'stop')).toBe(
      read(language, 'contract', 'end', 'title'),
    );
    expect(read(language, 'contract', 'end', 'submit')).toMatch(/cancel|résili/i);
  },
);

it.each(LANGUAGES)('in %s, no tag of a plan counts what others chose', (language) => {
  expect(read(language, 'billing', 'tags')).not.toMatch(
    /chosen|sell|buy|plus (?:choisi|vendu|pris)/i,
  );
});

it.each(LANGUAGES)(
  'in %s, the waitlist’s page and its email both promise one message',
  (language) => {
    const once = { en: 'write to you once', fr: 'une seule fois' }[language];
    for (const sign of ['open', 'waitlist', 'closed'])
      expect(read(language, 'landing', 'waitlist', 'lead', sign), sign).toContain(once);
    expect(read(language, 'landing', 'waitlist', 'done')).toContain(once);
    expect(read(language, 'mail', 'confirmWaitlist', 'body')).toContain(once);
  },
);

it('the studio’s places have the names of their addresses', () => {
  const places = JSON.parse(read('en', 'admin', 'places')) as Record<string, string>;
  const names = Object.values(places).map((name) => name.toLowerCase());
  const paths = ROUTES.flatMap(({ path }) => /^\/admin\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) expect(path === 'safety' ? path : names, path).toContain(path);
});
