import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import passes from '../locales/en/billing.json' with { type: 'json' };
import ui from '../locales/en/ui.json' with { type: 'json' };
import { createI18n } from './i18n.ts';
import { useTranslation } from './translation.ts';

const catalogues = { './en/billing.json': passes, './en/ui.json': ui };

it('texts are found by their path, those of further catalogues with its name before it; another path is refused by its type', () => {
  function Sample() {
    const { t } = useTranslation(['billing', 'ui']);
    // @ts-expect-error There is no such text.
    const unknown = t('opens.nothing');
    return [
      t('opens.title'),
      t('ui:actions.close'),
      unknown,
      ...t('opens.points', { returnObjects: true }),
    ].join('\n');
  }
  const page = (
    <I18nextProvider i18n={createI18n('en', catalogues)}>
      <Sample />
    </I18nextProvider>
  );
  expect(renderToString(page).replaceAll('&#x27;', "'").split('\n')).toEqual([
    passes.opens.title,
    ui.actions.close,
    'opens.nothing',
    ...passes.opens.points,
  ]);
});
