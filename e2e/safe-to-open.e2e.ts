// @module-tag whole

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, getSharedBrowser, openDevice } from './fixtures/browser.ts';
import { startBuiltServer } from './fixtures/built-server.ts';
import { getDateOffset, journeyClock } from './fixtures/journey-date.ts';
import { SMALL_PHONE } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

// A server as an operator starts it, by its settings alone: what "Safe to open?" says is what it has read from them.

/** Set up to sell, though the seller is not named yet. Port 9 is closed. */
const SELLING = {
  SESSION_SECRET: TEST_SERVER_SECRET,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};
const NAMED = {
  OPERATOR_PHONE: '+33 1 00 00 00 00',
  OPERATOR_VAT: 'exempt',
  OPERATOR_MEDIATOR: 'Médiation Exemple',
};
const ASKED = ['phone', 'vat', 'mediator'] as const;
const LAW = {
  en: /Before the first sale.*OPERATOR_PHONE.*telephone/,
  fr: /Avant la première vente.*OPERATOR_PHONE.*téléphone/,
};

let test: TestApp;
beforeAll(async () => {
  // The server is another process, whose clock can't be set.
  journeyClock.advance(-getDateOffset());
  test = await createTestApp();
});
afterAll(() => test.close());

it.each(LANGUAGES)(
  'who is about to sell is asked for a telephone number, what is charged of VAT and a mediator, in %s',
  async (language) => {
    const t = createTranslator(language);
    const operator = await test.createPerson({ state: 'admin', language });
    const read = async (
      settings: Record<string, string>,
      look: (page: Awaited<ReturnType<typeof openStudio>>) => Promise<unknown>,
    ) => {
      const server = await startBuiltServer({ DATABASE_URL: test.url, ...SELLING, ...settings });
      const page = await openStudio(server.base, operator);
      await page.getByRole('heading', { level: 1, name: t('studio-safety:title') }).waitFor();
      await look(page);
      await page.goto('about:blank');
      await server.stop();
    };
    const isShown = (page: Awaited<ReturnType<typeof openStudio>>, state: 'ok' | 'warning') =>
      Promise.all(
        ASKED.map((name) =>
          page
            .locator('main li', {
              has: page.getByRole('heading', { name: t(`studio-safety:checks.${name}.title`) }),
            })
            .getByText(t(`studio-safety:states.${state}`), { exact: true })
            .waitFor(),
        ),
      );
    await read({}, async (page) => {
      await isShown(page, 'warning');
      await page.getByText(LAW[language]).waitFor();
      await expectAccessible(page, 'what is asked for before the first sale');
    });
    await read(NAMED, async (page) => {
      await isShown(page, 'ok');
      // Of what is not set, such as emails, it is still said.
      expect(await page.getByText(t('studio-safety:checks.email.mend')).count()).toBe(1);
    });
  },
);

async function openStudio(base: string, person: TestPerson) {
  const browser = await getSharedBrowser();
  const { page } = await openDevice(browser, base, {
    refusedBy: person.id,
    ...SMALL_PHONE,
  });
  const cookies = person.cookie().split('; ');
  await page.context().addCookies(
    cookies.map((one) => {
      const [name = '', value = ''] = one.split('=');
      return { name, value, url: base };
    }),
  );
  await page.goto('/admin/safety');
  return page;
}
