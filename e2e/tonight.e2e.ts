import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listens } from '#server/features/player/table.ts';
import { TONIGHT_SESSION_IDS } from '#shared/rules/tonight.ts';
import { expectAccessible, hasFocus, isInViewport } from './fixtures/browser.ts';
import {
  createAddress,
  goToFlightStep,
  pressButton,
  signUp,
  waitForHeading,
} from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';
import { speakInWriting } from './fixtures/written-voice.ts';

const testSite = createTestSite();
/** What a visitor may take from opening the landing page to having been helped. */
const MINUTE_MS = 60_000;

/** Counts on the page how many locks keep the screen on. Sent to it as text. */
function countScreenLocks(): void {
  const change = (by: number) => {
    const { dataset } = document.documentElement;
    dataset['screenLocks'] = String(Number(dataset['screenLocks'] ?? 0) + by);
  };
  const request = async () => {
    change(1);
    return { release: async () => change(-1) };
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}

/** Counts what moves by itself in the window of a page. */
const countMotions = (page: Page) =>
  page
    .locator('.player-art')
    .evaluate((art) =>
      art.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running'),
    )
    .then(({ length }) => length);

it.each(WALKED_LANGUAGES)(
  'a frightened visitor is helped within two minutes, is offered an account once, and has a card in the morning (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
      reducedMotion: 'no-preference',
      isOwn: true,
      ...SMALL_PHONE,
    });
    await page.clock.install();
    await page.addInitScript(countScreenLocks);
    await page.goto('/');
    const tonight = page.getByRole('link', { name: t('landing:hero.tonight') });
    const firstLink = page.locator('main').getByRole('link').first();
    expect(await firstLink.innerText()).toBe(await tonight.innerText());
    await tonight.click();
    await waitForHeading(visitor, 'tonight:title');
    expect(await page.locator('main').innerText()).not.toMatch(/[€$£]/);
    await expectAccessible(page, 'the choices of the night before');
    const fear = page.getByRole('link', { name: t('tonight:fear.shaking') });
    await page.locator('[data-scripted]:not(.invisible)').waitFor();
    const openedAt = await page.evaluate(() => Date.now());
    await fear.click();
    // Nothing else is asked: it plays, and the first sentence is something to do.
    await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
    expect(await hasFocus(page.locator('[data-title]'))).toBe(true);
    const line = page.locator('[data-line]');
    await expect.poll(() => line.textContent()).not.toBe('');
    const first = await line.textContent();
    // No voice here: it says so, the screen stays on, and nothing but the words is there.
    await page.getByText(t('excerpt:noVoice')).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['screenLocks'])).toBe('1');
    expect(await page.locator('[data-part=card]').isVisible()).toBe(false);
    // The window is never still while it is read.
    await expect.poll(() => countMotions(page)).toBeGreaterThan(0);
    const readOn = page.getByRole('button', { name: t('excerpt:readOn') });
    // The sentence, and the silence after it.
    await readOn.click();
    await readOn.click();
    await expect.poll(() => line.textContent()).not.toBe(first);
    const guide = page.locator('[data-guide]');
    for (let second = 0; second < 100 && !(await guide.textContent()); second += 5)
      await page.clock.runFor(5_000);
    expect(await guide.textContent()).toMatch(
      new RegExp(`${t('excerpt:in')}|${t('excerpt:out')}`, 'u'),
    );
    expect((await page.evaluate(() => Date.now())) - openedAt).toBeLessThan(2 * MINUTE_MS);
    expect(await line.textContent()).not.toBe(first);
    await expectAccessible(page, 'the session of the night before');

    // To its end: the card is there, and an account is offered, which can be declined.
    const offer = page.locator('[data-offer]');
    for (let minute = 0; minute < 20 && !(await offer.isVisible()); minute++)
      await page.clock.runFor(30_000);
    await page.getByRole('heading', { name: t('tonight:end.title') }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['screenLocks'])).toBe('0');
    await page.getByRole('heading', { name: t('tonight:card.title.tomorrow') }).waitFor();
    await expectAccessible(page, 'the end of the night’s session');
    // What helps in the morning comes first.
    const [cardBox, offerBox] = [
      await page.locator('[data-part=card]').boundingBox(),
      await offer.boundingBox(),
    ];
    expect(cardBox!.y + cardBox!.height).toBeLessThanOrEqual(offerBox!.y);
    await page.getByRole('button', { name: t('tonight:offer.decline') }).click();
    expect(await offer.isVisible()).toBe(false);

    // In the morning, in the tab that was left open: the card comes first, and nothing is offered again.
    await page.clock.fastForward('05:00:00');
    await page.reload();
    await page.getByRole('heading', { name: t('tonight:card.title.tomorrow') }).waitFor();
    await page.getByText(t('tonight:card.shaking.seat')).waitFor();
    expect(await page.locator('[data-part=session]').isVisible()).toBe(false);
    await page.getByRole('button', { name: t('tonight:card.again') }).click();
    await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
    expect(await offer.isVisible()).toBe(false);

    // The first page leads to it by its name.
    await page.goto('/');
    await page.getByRole('link', { name: t('landing:hero.card') }).click();
    await page.getByRole('heading', { name: t('tonight:card.title.tomorrow') }).waitFor();
  },
);

it('whoever is signed in is helped in the app’s own frame, and nobody offers them an account', async () => {
  const { page, visitor, person, t } = await testSite.openSignedIn(
    { state: 'no_pass' },
    SMALL_PHONE,
  );
  const named: (string | undefined)[][] = [];
  page.on('request', (request) => {
    const headers = request.headers();
    if (/shared-sessions|customerio/.test(request.url()))
      named.push([new URL(request.url()).pathname.split('/')[2], headers['x-firebase-uid']]);
  });
  await page.goto('/tonight');
  await waitForHeading(visitor, 'tonight:title');
  const places = page.getByRole('navigation', { name: t('ui:nav.label') });
  await places
    .getByRole('link', { name: t('app:nav.subscription') })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: t('ui:nav.signIn') }).count()).toBe(0);
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  for (const fear of ['shaking', 'panicking'] as const)
    expect(await isInViewport(page.getByRole('link', { name: t(`tonight:fear.${fear}`) }))).toBe(
      true,
    );
  await page.getByRole('link', { name: t('tonight:fear.shaking') }).click();
  const pause = page.getByRole('button', { name: t('excerpt:pause'), exact: true });
  await pause.waitFor();
  // With reduced motion there is none.
  expect(await countMotions(page)).toBe(0);
  const [bar, held] = [await pause.boundingBox(), await page.locator('[data-held]').boundingBox()];
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(held!.y);
  await expect.poll(() => named).toContainEqual(['customerio', person.uid]);
  expect(named).toContainEqual(['shared-sessions', person.uid]);
  expect(named.filter(([, uid]) => uid !== person.uid)).toEqual([]);

  // The other pages that say the same to every visitor, from within the app.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('ui:footer.articles') })
    .click();
  await waitForHeading(visitor, 'articles:list.title');
  await page.locator('main a[href^="/read/"]').first().click();
  await page.waitForURL('**/read/*');
  await page.locator('main article h1').waitFor();
  expect(await page.getByRole('link', { name: t('ui:nav.signIn') }).count()).toBe(0);
  await page.goto('/read/no-such-article');
  await waitForHeading(visitor, 'ui:notFound.title');
});

it('whoever makes an account afterwards finds their flight named, and the session of that night done', async () => {
  const { page, visitor, t } = await testSite.openVisitor({ isOwn: true, ...SMALL_PHONE });
  // An hour back, so that what is heard on the page's clock is not to come on the server's.
  await page.clock.install({ time: new Date(testSite.server.clock().getTime() - 60 * MINUTE_MS) });
  await page.goto('/tonight');
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  await page.getByRole('link', { name: t('tonight:fear.crashing') }).click();
  await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
  const accept = page.getByRole('link', { name: t('tonight:offer.accept.open') });
  for (let half = 0; half < 40 && !(await accept.isVisible()); half++)
    await page.clock.runFor(30_000);
  await accept.click();
  await signUp(visitor, createAddress('night'));
  await goToFlightStep(visitor, 'Ada');
  const date = page.getByLabel(t('onboarding:flight.date'), { exact: true });
  expect(await date.inputValue()).toBe(testSite.server.inDays(1));
  await pressButton(visitor, 'onboarding:goOn');
  await pressButton(visitor, 'onboarding:done.go');
  const contentId = TONIGHT_SESSION_IDS.crashing;
  const whole = and(eq(listens.contentId, contentId), eq(listens.completed, true));
  await expect
    .poll(async () => (await testSite.server.db.select().from(listens).where(whole)).length)
    .toBe(1);
});

it('where the device has a voice, it speaks at that press, and each time of a flight has its card', async () => {
  const { page, t } = await testSite.openVisitor({ isOwn: true, ...SMALL_PHONE });
  await page.addInitScript(speakInWriting);
  await page.goto('/tonight');
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  const readSaid = () =>
    page.evaluate(() => (globalThis as unknown as { said: string[] }).said.length);
  for (const when of ['tonight', 'days'] as const) {
    const before = await readSaid();
    const choice = page.getByRole('radio', { name: t(`tonight:when.${when}`), exact: true });
    await choice.check({ force: true });
    await page.getByRole('link', { name: t('tonight:fear.panicking') }).click();
    await expect.poll(readSaid).toBeGreaterThan(before);
    expect(await page.getByText(t('excerpt:noVoice')).isVisible()).toBe(false);
    await page.getByRole('link', { name: t('tonight:session.back') }).click();
    await page.getByRole('heading', { name: t(`tonight:card.title.${when}`) }).waitFor();
  }
});

it('a second fear adds to the card, and replaces nothing of the first', async () => {
  const { page, t } = await testSite.openVisitor({ isOwn: true, ...SMALL_PHONE });
  await page.goto('/tonight');
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  for (const fear of ['shaking', 'panicking'] as const) {
    await page.getByRole('link', { name: t(`tonight:fear.${fear}`) }).click();
    await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
    await page.getByRole('link', { name: t('tonight:session.back') }).click();
    await page.getByRole('heading', { name: t('tonight:card.title.tomorrow') }).waitFor();
  }
  const waitForBoth = async () => {
    for (const fear of ['shaking', 'panicking'] as const)
      await page.getByText(t(`tonight:card.${fear}.seat`)).waitFor();
  };
  await waitForBoth();
  await page.reload();
  await waitForBoth();
  await page.getByRole('button', { name: t('tonight:card.forget') }).click();
  await page.getByText(t('tonight:card.shaking.seat')).waitFor({ state: 'hidden' });
});

it('a fear that cannot be fetched takes nothing of the one that was, and every other is kept in time', async () => {
  const { page, t } = await testSite.openVisitor({ isOwn: true, ...SMALL_PHONE });
  const isOther = (url: URL) =>
    url.pathname.startsWith('/api/shared-sessions/') &&
    !url.pathname.endsWith(TONIGHT_SESSION_IDS.shaking);
  const choose = async (fear: keyof typeof TONIGHT_SESSION_IDS) => {
    await page.getByRole('link', { name: t(`tonight:fear.${fear}`) }).click();
  };
  const goBack = async () => {
    await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
    await page.getByRole('link', { name: t('tonight:session.back') }).click();
  };
  await page.route(isOther, (route) => route.abort());
  await page.goto('/tonight');
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  await choose('shaking');
  await goBack();
  await choose('crashing');
  await page.getByText(t('tonight:unopened')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/tonight');
  expect(await page.getByText(t('tonight:card.crashing.seat')).isVisible()).toBe(false);
  await choose('shaking');
  await goBack();

  await page.unroute(isOther);
  await page.reload();
  const countKept = () =>
    page.evaluate(() => {
      const { sessions } = JSON.parse(localStorage.getItem('envol-tonight') ?? '{}') as {
        sessions?: object;
      };
      return Object.keys(sessions ?? {}).length;
    });
  await expect.poll(countKept).toBe(Object.keys(TONIGHT_SESSION_IDS).length);
  await page.route(/\/api\//, (route) => route.abort());
  await page.reload();
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  await choose('crashing');
  await goBack();
  await page.getByText(t('tonight:card.crashing.seat')).waitFor();
});
