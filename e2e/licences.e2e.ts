import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { waitForHeading } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();
const SOURCE = path.join(import.meta.dirname, '../src');

/** Lists the packages that the browser's own modules import, as the source says and not the build. */
function listImportedPackages(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !/\.test\.tsx?$|\.d\.ts$|\btesting\/|^public-pages\/build\/|^(?:pre)?render/.test(name),
  );
  const specifiers = files.flatMap((name) => {
    const text = readFileSync(path.join(SOURCE, name), 'utf8');
    return [
      ...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^'.#][^']*)'/gm),
      ...text.matchAll(/\bimport\('([^'.#][^']*)'\)/g),
    ].map(([, specifier = '']) => specifier);
  });
  const names = specifiers.map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
  return [...new Set(names)].toSorted();
}

it.each([
  ['en', 'light'],
  ['fr', 'dark'],
] as const)(
  'the terms lead to the licences of everything that the browser gets (%s, %s)',
  async (language, colorScheme) => {
    const { page, visitor, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
      colorScheme,
      viewport: { width: 320, height: 640 },
    });
    await page.goto('/terms');
    await page.getByRole('link', { name: t('legal:licences.link') }).click();
    await page.waitForURL('**/licences');
    await waitForHeading(visitor, 'legal:licences.title');
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    const named = headings
      .flatMap((heading) => heading.split(', '))
      .map((name) => name.split(' ')[0]);
    const imported = listImportedPackages();
    expect(imported).toContain('@firebase/auth');
    expect(named).toEqual(expect.arrayContaining([...imported, 'Figtree', 'Fraunces']));
    expect(await page.getByText('SIL OPEN FONT LICENSE Version 1.1').count()).toBe(2);
    const overflow = () => document.documentElement.scrollWidth - document.body.clientWidth;
    expect(await page.evaluate(overflow)).toBe(0);
    await expectAccessible(page, `the licences in ${language}`);
  },
);
