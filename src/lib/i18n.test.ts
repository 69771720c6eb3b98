import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changeLanguageUnlessSuperseded, initI18n, loadCatalogueGroup } from './i18n.ts';

beforeAll(() => void vi.stubGlobal('document', { documentElement: { lang: '' } }));
afterAll(() => void vi.unstubAllGlobals());

it('the words of a page are loaded side by side with those that the app starts with, in their language', async () => {
  const starting = initI18n('fr');
  await loadCatalogueGroup('public');
  const app = await starting;
  expect(['fr', 'en'].map((language) => app.hasResourceBundle(language, 'legal'))).toEqual([
    true,
    false,
  ]);
});

it('of two changes of language the later one holds, whichever is downloaded first', async () => {
  const app = await initI18n('en');
  const changes = [changeLanguageUnlessSuperseded('fr'), changeLanguageUnlessSuperseded('en')];
  expect(await Promise.all(changes)).toEqual([false, true]);
  expect([app.language, document.documentElement.lang]).toEqual(['en', 'en']);
  expect(await changeLanguageUnlessSuperseded('fr')).toBe(true);
  expect([app.language, document.documentElement.lang]).toEqual(['fr', 'fr']);
});
