import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { PASSWORD, type TestPerson } from '#server/testing/people.ts';
import { MAX_LETTER_VERSIONS } from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import { LETTER_NAMES, type LetterName, type LetterTexts } from '#shared/rules/letters.ts';

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

const look = async (name: LetterName, language: Language = 'en') =>
  (await admin.call('GET /api/admin/letters/:name', { params: { name }, query: { language } }))
    .body;
async function save(name: LetterName, texts: LetterTexts | null, language: Language = 'en') {
  const { version } = await look(name, language);
  const sent = { params: { name }, body: { language, version, texts } };
  return admin.call('PUT /api/admin/letters/:name', sent);
}
const listEdited = async () => (await admin.call('GET /api/admin/letters')).body.edited;

/** Signs in from a new browser, whose owner is told; resolves to that e-mail. */
async function signInElsewhere(own: TestPerson) {
  await test.runJobs();
  test.emails.length = 0;
  const body = { email: own.email, password: PASSWORD };
  await test.createBrowser().call('POST /api/auth/sign-in', { body });
  await test.runJobs();
  return test.emails.find(({ to }) => to === own.email);
}

describe('an e-mail', () => {
  it.each(['en', 'fr'] as const)(
    'of every kind is shown with sample data in %s',
    async (language) => {
      for (const name of LETTER_NAMES) {
        const { ours, sample, edited } = await look(name, language);
        expect(edited).toBeNull();
        const all = sample.subject + sample.html + sample.text;
        expect(all, name).not.toMatch(/\{\{|\$t\(|undefined|\bown\b(?=<)/);
        expect(sample.text.trim().length, name).toBeGreaterThan(50);
        expect(ours.subject, name).toBeTruthy();
      }
    },
  );

  it('says what the operator wrote, and what we wrote once that is taken back', async () => {
    const own = await test.createPerson();
    const { ours } = await look('newDevice');
    expect((await signInElsewhere(own))?.subject).not.toContain('Bonjour from us');
    const saved = await save('newDevice', { ...ours, subject: 'Bonjour from us' });
    expect(saved.status).toBe(200);
    expect(saved.body.sample.subject).toBe('Bonjour from us');
    expect(await listEdited()).toEqual([{ name: 'newDevice', language: 'en' }]);
    const told = await signInElsewhere(own);
    expect(told?.subject).toBe('Bonjour from us');
    expect(told?.text).toContain('Device: –');
    const { body } = await save('newDevice', null);
    expect(body.versions.map(({ version, by }) => [version, by])).toEqual([
      [2, admin.email],
      [1, admin.email],
    ]);
    expect(body.versions[1]?.texts?.subject).toBe('Bonjour from us');
    expect((await signInElsewhere(own))?.subject).not.toContain('Bonjour from us');
    expect(await listEdited()).toEqual([]);
  });

  it('keeps its placeholders, its fields and one line of subject', async () => {
    const { ours } = await look('passRenewsSoon');
    const { frame: _frame, ...frameless } = ours;
    for (const texts of [
      { ...ours, body: 'It renews soon.' },
      { ...ours, body: `${ours.body} {{password}}` },
      { ...ours, subject: `${ours.subject}\nBcc: everybody@example.org` },
      { ...ours, end: 'Stop' },
      { ...ours, heading: ' ' },
      frameless,
    ]) {
      const { status, body } = await save('passRenewsSoon', texts);
      expect([status, body.error?.code]).toEqual([400, 'invalid_input']);
    }
    expect((await look('passRenewsSoon')).version).toBe(0);
  });

  it('shows as words whatever somebody types, in the operator’s texts too', async () => {
    const { ours } = await look('supportAnswered', 'fr');
    await save('supportAnswered', { ...ours, heading: '<b>x</b> $' }, 'fr');
    const { sample } = await look('supportAnswered', 'fr');
    expect(sample.html).toContain('&lt;b&gt;x&lt;/b&gt;');
  });

  it('is shown with words that are not saved, and stays as it was', async () => {
    const params = { name: 'erased' } as const;
    const { ours } = await look('erased');
    const texts = { ...ours, heading: 'Not said to anybody' };
    const body = { language: 'en' as const, texts };
    const preview = await admin.call('POST /api/admin/letters/:name/preview', { params, body });
    expect(preview.body.sample.html).toContain('Not said to anybody');
    expect((await look('erased')).sample.html).not.toContain('Not said to anybody');
    const { heading: _heading, ...lacking } = texts;
    const unfinished = { params, body: { ...body, texts: lacking } };
    expect((await admin.call('POST /api/admin/letters/:name/preview', unfinished)).status).toBe(
      200,
    );
  });

  it('is edited by one admin at a time, on record, and keeps its last thirty versions', async () => {
    const { ours } = await look('erased');
    const sent = (subject: string) => ({
      params: { name: 'erased' as const },
      body: { language: 'en' as const, version: 0, texts: { ...ours, subject } },
    });
    const both = await Promise.all(
      ['One', 'Two'].map((subject) => admin.call('PUT /api/admin/letters/:name', sent(subject))),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'letter.change', target: 'letter erased' });
    for (let count = 0; count < MAX_LETTER_VERSIONS; count += 1)
      await save('erased', { ...ours, subject: `Subject ${count}` });
    const { versions } = await look('erased');
    expect(versions).toHaveLength(MAX_LETTER_VERSIONS);
    expect(versions.at(-1)?.version).toBe(2);
  });

  it('is sent to whoever asks for it, as often as asked, with sample data', async () => {
    await test.runJobs();
    test.emails.length = 0;
    const sent = { params: { name: 'confirmSignUp' as const }, body: { language: 'fr' as const } };
    for (let count = 0; count < 7; count += 1)
      expect((await admin.call('POST /api/admin/letters/:name/sample', sent)).body).toEqual({
        to: admin.email,
      });
    await test.runJobs();
    expect(test.emails.filter(({ to }) => to === admin.email)).toHaveLength(7);
  });
});
