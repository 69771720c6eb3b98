import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();
const QUESTION = 'Pourquoi le bruit change-t-il après le décollage ?';
const ANSWER = 'Les moteurs ralentissent : l’avion monte plus doucement.';

it('a question asked from a session in French is late in the studio, answered with a saved reply, and read in the app', async () => {
  await testSite.server.db.execute('delete from support_settings');
  const admin = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  const reply = { title: 'Engines after take-off', texts: { en: 'They slow down.', fr: ANSWER } };
  await admin.person.call('POST /api/admin/support/replies', { body: { reply } });
  await admin.page.goto('/admin/support');
  await admin.page.getByRole('link', { name: admin.t('studio-support:closed.open') }).click();
  for (const who of await admin.page.getByLabel(admin.t('studio-support:settings.who')).all())
    await who.fill('Claire');
  await admin.page
    .locator('label', { hasText: admin.t('studio-support:settings.isOpenHint') })
    .click();
  await expectAccessible(admin.page, 'who answers, in the studio');
  await pressButton(admin.visitor, 'ui:actions.save');
  await admin.page.getByText(admin.t('studio-support:saved')).first().waitFor();

  const member = await testSite.openSignedIn({ language: 'fr' }, SMALL_PHONE);
  const { page, t } = member;
  const { id, title } = await findPlayableSession(member.person);
  await page.goto(`/content/${id}`);
  await page.getByRole('link', { name: t('player:ask') }).click();
  await waitForHeading(member.visitor, 'support:title');
  await page.getByText(t('support:about', { title })).waitFor();
  await pressButton(member.visitor, 'support:form.send');
  await page.getByText(t('support:form.missing')).waitFor();
  await page.getByLabel(t('support:form.label')).fill(QUESTION);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'the page to ask a question');
  await pressButton(member.visitor, 'support:form.send');
  await page.getByText(t('support:state.waiting')).waitFor();
  expect(await page.getByLabel(t('support:form.label')).inputValue()).toBe('');

  await testSite.server.db.execute(
    `update support_questions set waiting_since = waiting_since - interval '3 days'`,
  );
  await admin.page.goto('/admin/support');
  const row = admin.page.getByRole('link', { name: QUESTION });
  expect(await row.innerText()).toContain(admin.t('studio-support:late'));
  await row.click();
  await admin.page
    .getByLabel(admin.t('studio-support:answer.insert'))
    .selectOption({ label: reply.title });
  await expectNoSidewaysScroll(admin.page);
  await expectAccessible(admin.page, 'a question in the studio');
  await pressButton(admin.visitor, 'studio-support:answer.send');
  await admin.page.getByText(admin.t('studio-support:none.waiting')).waitFor();

  await page.goto('/help');
  await page.getByRole('link', { name: t('help:help.support.open') }).click();
  await page.getByText(ANSWER).waitFor();
  await page.getByText(t('support:state.new')).waitFor();
  await expectAccessible(page, 'a question with its answer');
  await testSite.server.runJobs();
  const email = testSite.server.emails.find(({ to }) => to === member.person.email);
  expect(email?.text).toContain(ANSWER);
  expect(email?.text).not.toContain(QUESTION);

  const visitor = await testSite.openSignedIn({ state: 'no_pass' });
  await visitor.page.goto('/subscription');
  const promise = visitor.page.getByText(visitor.t('billing:opens.support'));
  await promise.filter({ visible: true }).waitFor();
});
