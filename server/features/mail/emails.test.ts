import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { EmailName } from './emails.ts';
import { renderEmail } from './emails.ts';

const catalogue = JSON.parse(
  readFileSync(new URL('../../../src/locales/en/mail.json', import.meta.url), 'utf8'),
) as Record<EmailName, Record<string, string>>;
const names = Object.keys(catalogue) as EmailName[];

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(names)('the e-mail %s is whole and loads nothing', async (name) => {
    const link = catalogue[name].action && 'https://envol.example/x';
    const email = await renderEmail({
      name,
      to: 'ada@example.org',
      language,
      ...(link && { link }),
      values: {
        text: 'Hello.',
        page: '/help',
        address: 'ada@example.org',
        device: 'Firefox',
        at: 'now',
        time: 'now',
        refundBy: 'Tuesday',
        tax: 'number',
        vat: 'FR',
        name: 'Ada',
        content: 'Notice',
        plan: 'yearly',
        former: 'lifetime',
        amount: '89.99',
        renewal: '89.99',
        today: 'today',
        until: 'x',
        accessUntil: 'x',
        withdrawUntil: 'x',
        deadline: 'x',
        resumes: 'x',
        terms: 'renews',
        code: 'ABCD-EFGH-JKMN-PQRS',
      },
    });
    const all = email.subject + email.html + email.text;
    expect(all).not.toMatch(/\{\{|undefined/);
    expect(all).not.toContain(`${name}.`);
    expect(email.text.includes('https://envol.example/x')).toBe(link !== undefined);
    expect(email.html).not.toMatch(/<img|<link|src=|url\(|@import|background=/);
    expect(email.html).toContain('>Envol</span>');
  });
});

it('has a picture that it draws itself, and its text begins with its heading', async () => {
  const { html, text } = await renderEmail({
    name: 'erased',
    to: 'ada@example.org',
    language: 'en',
  });
  expect(html.match(/<td height=/g)?.length).toBeGreaterThan(8);
  expect(text.trim()).toMatch(new RegExp(`^(?:\\S.*\\n+)?${catalogue.erased['heading']}`, 'i'));
});

it('a value that looks like HTML stays text', async () => {
  const { html } = await renderEmail({
    name: 'erased',
    to: 'ada@example.org',
    language: 'en',
    values: { product: '<b>x</b>' },
  });
  expect(html).not.toContain('<b>x</b>');
});

it('a link at the foot stands apart from the sentence before it', async () => {
  const { text } = await renderEmail({
    name: 'reminderPractice',
    to: 'ada@example.org',
    language: 'en',
    link: 'https://envol.example/x',
    endLink: 'https://envol.example/end',
  });
  expect(text).toMatch(/\. \S[^.]* https:\/\/envol\.example\/end$/);
});
