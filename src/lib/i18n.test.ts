import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogues } from '../locales/fr.ts';
import {
  changeLanguageUnlessSuperseded,
  createI18n,
  initI18n,
  loadCatalogueGroup,
} from './i18n.ts';

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

/** Lists the paths of all texts of a catalogue. */
const listPaths = (texts: object, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? listPaths(text, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );

it('a text without values is what i18next makes of it, in whichever way it is asked for', async () => {
  const app = await initI18n('fr');
  const plain = createI18n('fr', catalogues);
  const calls = app.options.ns as string[];
  expect(calls.length).toBeGreaterThan(5);
  for (const namespace of calls) {
    const [own, other] = [app, plain].map(
      (one) =>
        one.getFixedT('fr', namespace) as unknown as (key: string, values?: object) => unknown,
    );
    const paths = listPaths(app.getResourceBundle('fr', namespace) as object);
    for (const path of [...paths, 'no.such.text', 'ui:actions.close', 'app:nav', 'no-such:text'])
      for (const values of [undefined, { count: 2, name: '{{name}}' }])
        expect(own?.(path, values), `${namespace} ${path}`).toEqual(other?.(path, values));
  }
});
