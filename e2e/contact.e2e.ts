// @module-tag whole

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton, startPlayback, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(WALKED_LANGUAGES)('writing to the operator, in %s', (language) => {
  it('works from the help page for a visitor, and says what is missing', async () => {
    const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
    const { page, t, visitor } = await testSite.openVisitor({ language, locale, ...SMALL_PHONE });
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: t('ui:footer.contact'), exact: true }).click();
    await waitForHeading(visitor, 'feedback:contact.title');
    await page.goto('/help');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: t('help:help.contact.open') }).click();
    await waitForHeading(visitor, 'feedback:contact.title');
    await pressButton(visitor, 'feedback:form.send');
    await page.getByText(t('feedback:form.textMissing')).waitFor();
    await expectAccessible(page, 'the form to write to us');
    await page.getByLabel(t('feedback:form.text')).fill(`A question, ${language}`);
    await page.getByLabel(t('feedback:form.reply')).fill('ada@example.org');
    await pressButton(visitor, 'feedback:form.send');
    await page.getByText(t('feedback:contact.sent')).waitFor();

    const admin = await testSite.openSignedIn({ state: 'admin', language });
    await admin.page.goto('/admin');
    await admin.page.getByText(`A question, ${language}`).waitFor();
    const answer = t('admin:messages.answer', { address: 'ada@example.org' });
    expect(await admin.page.getByRole('link', { name: answer }).first().getAttribute('href')).toBe(
      'mailto:ada@example.org',
    );
  });

  it('is open during onboarding, and the hidden banner comes back from the settings', async () => {
    const newcomer = await testSite.openSignedIn({ state: 'onboarding', language });
    await newcomer.page.goto('/onboarding');
    await newcomer.page
      .getByLabel(newcomer.t('onboarding:name.label'), { exact: true })
      .fill('Ada');
    await pressButton(newcomer.visitor, 'onboarding:goOn');
    await newcomer.page.getByRole('link', { name: newcomer.t('ui:footer.contact') }).click();
    await waitForHeading(newcomer.visitor, 'feedback:contact.title');
    const reply = newcomer.page.getByLabel(newcomer.t('feedback:form.reply'));
    expect(await reply.inputValue()).toBe(newcomer.person.email);

    const { page, t, visitor } = await testSite.openSignedIn({ language });
    await page.goto('/profile?tab=settings');
    await pressButton(visitor, 'feedback:banner.dismiss');
    await pressButton(visitor, 'profile:feedback.showBanner');
    const banner = page.getByRole('complementary', { name: t('feedback:banner.label') });
    await banner.waitFor();
    await expectAccessible(page, 'the settings with the banner');
  });
});

const SCREENS = [SMALL_PHONE.viewport, { width: 1280, height: 800 }];

/** Runs in the page: what is wrong with the line about the beta, which is `held` in sight or a line of the footer. */
function findBetaFaults(isHeld: boolean): string[] {
  const isShown = (element: Element | null) =>
    element instanceof HTMLElement && element.checkVisibility();
  const lines = [...document.querySelectorAll('[data-beta]')].filter(isShown);
  const held = document.querySelector('[data-held]');
  if (lines.length !== 1) return [`${lines.length} lines at ${innerWidth}`];
  const isInside = held?.contains(lines[0]!) ?? false;
  if (isInside !== isHeld) return [`held: ${isInside} at ${innerWidth}`];
  if (!held || !isHeld) return [];
  const { top, bottom, height } = held.getBoundingClientRect();
  const faults: string[] = [];
  if (top < 0 || bottom > innerHeight + 1) faults.push(`out of sight at ${innerWidth}`);
  if (height > innerHeight / 5) faults.push(`${height} of ${innerHeight} at ${innerWidth}`);
  const targets = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')];
  const isBar = (target: Element) => {
    for (let at: Element | null = target; at && at.tagName !== 'MAIN'; at = at.parentElement)
      if (getComputedStyle(at).position === 'sticky') return true;
    return false;
  };
  const first = targets.find(isShown);
  for (const target of targets.filter((one) => isShown(one) && (one === first || isBar(one)))) {
    const box = target.getBoundingClientRect();
    if (box.top < innerHeight && box.bottom > top + 1)
      faults.push(`over ${target.outerHTML.slice(0, 90)} at ${innerWidth}`);
  }
  return faults;
}

it('the line about the beta is in sight on every page, and covers nothing that is pressed', async () => {
  const people = [
    ['onboarding', ['/onboarding', '/help'], ['/sos']],
    ['no_pass', ['/subscription', '/subscription-success', '/read'], ['/sos', '/tonight']],
    [
      'admin',
      [
        ...['/', '/content-library', '/help', '/breathe', '/flight', '/support', '/contact'],
        ...['/contract', '/licences', '/admin', '/admin/content', '/admin/banners?id=new'],
      ],
      ['/sos', '/rehearsal'],
    ],
  ] as const;
  const faults: string[] = [];
  const check = async (page: Page, where: string, isHeld: boolean) => {
    await page.locator('main h1:visible').first().waitFor();
    await page.locator('[data-beta]').first().waitFor({ state: 'attached' });
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport);
      const found = await page.evaluate(findBetaFaults, isHeld);
      faults.push(...found.map((fault) => `${where}: ${fault}`));
    }
  };
  for (const [state, held, calm] of people) {
    const { page, visitor, person } = await testSite.openSignedIn({ state, language: 'fr' });
    for (const path of [...held, ...calm]) {
      await page.goto(path);
      await check(page, `${state} ${path}`, (held as readonly string[]).includes(path));
    }
    if (state !== 'admin') continue;
    const { id } = await findPlayableSession(person);
    await page.goto(`/content/${id}`);
    await check(page, 'the player', false);
    await startPlayback(visitor);
    await check(page, 'the player that plays', false);
    await page.goto('/flight');
    await pressButton(visitor, 'flight:choose.start');
    await page.locator('[data-undisturbed]').waitFor();
    await check(page, 'the seat', false);
  }
  expect(faults).toEqual([]);
});

describe.each(WALKED_LANGUAGES)('the footer of somebody signed in, in %s', (language) => {
  it('leads to the small print, to the studio for an admin alone, and to the other language', async () => {
    const { page, t } = await testSite.openSignedIn({ state: 'admin', language }, SMALL_PHONE);
    await page.goto('/programs');
    const footer = page.getByRole('contentinfo');
    const labels = ['help', 'contact', 'privacy', 'terms', 'waitlist', 'studio'] as const;
    for (const label of labels)
      await footer.getByRole('link', { name: t(`ui:footer.${label}`), exact: true }).waitFor();
    expect((await footer.boundingBox())?.y).toBeGreaterThan(SMALL_PHONE.viewport.height * 0.8);
    await expectAccessible(page, 'a page with its footer');
    await footer.getByRole('button', { name: t('ui:language.other') }).click();
    await page.locator(`html[lang=${language === 'en' ? 'fr' : 'en'}]`).waitFor();

    const member = await testSite.openSignedIn({ state: 'no_pass', language });
    await member.page.goto('/subscription');
    const theirs = member.page.getByRole('contentinfo');
    await theirs.getByRole('link', { name: t('ui:footer.terms'), exact: true }).waitFor();
    expect(await theirs.getByRole('link', { name: t('ui:footer.studio') }).count()).toBe(0);
  });
});
