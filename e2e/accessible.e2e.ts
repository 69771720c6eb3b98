import { expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import { paths } from '#web/lib/paths.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Lists a path of each page of the route table that an admin with a pass can open. */
async function listPaths(person: TestPerson): Promise<string[]> {
  const sessions = (await person.call('GET /api/contents')).body.items;
  const programs = (await person.call('GET /api/programs')).body.items;
  const [session, program] = [sessions[0]!.id, programs[0]!.id];
  return [
    ...[paths.home(), paths.plan(), paths.library(), paths.content(session), paths.shared(session)],
    ...[paths.programs(), paths.program(program), paths.ladder(), paths.breathe()],
    ...[paths.flight(), paths.flight('cruise'), paths.whatWasThat(), paths.card()],
    ...[paths.rehearsal(), paths.rehearsal('own'), paths.tonight(), paths.sos(), paths.help()],
    ...[paths.profile(), paths.profile('progress'), paths.profile('assessment')],
    ...[paths.profile('settings'), paths.subscription(), paths.subscriptionSuccess()],
    ...[paths.support(), paths.contact(), paths.contract(), paths.reminders(), paths.waitlist()],
    ...[paths.terms(), paths.privacy(), '/read', '/no-such-page', paths.translationStatus()],
    ...[paths.admin(), paths.studioSessions(), paths.studioWords(), paths.studioPeople()],
    ...[paths.studioBanners(), paths.studioPrograms(), paths.studioAuthors()],
    ...[paths.studioSafety(), paths.studioSupport()],
  ];
}

it('has no page on which axe finds anything, by day or by night, on a small phone', async () => {
  const { page, person } = await testSite.openSignedIn(
    { state: 'admin', language: 'fr' },
    SMALL_PHONE,
  );
  await person.call('PUT /api/users/me/flight-date', {
    body: { flightDate: testSite.server.inDays(9), timeZone: 'Europe/Paris' },
  });
  for (const path of await listPaths(person)) {
    await page.goto(path);
    await page.locator('main h1:visible').first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${path}, ${colorScheme}`);
    }
  }
  expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
});
