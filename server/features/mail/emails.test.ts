import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import {
  buildSampleEmail,
  EMAIL_NAMES,
  hasButton,
  SAMPLE_LINK,
} from '#server/testing/sample-emails.ts';
import { renderEmail } from './emails.ts';

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(EMAIL_NAMES)('the e-mail %s is whole and loads nothing', async (name) => {
    const email = await renderEmail(buildSampleEmail(name, language));
    const all = email.subject + email.html + email.text;
    expect(all).not.toMatch(/\{\{|undefined/);
    expect(all).not.toContain(`${name}.`);
    expect(email.text.includes(SAMPLE_LINK)).toBe(hasButton(name));
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
  const heading = /<h1[^>]*>([^<]+)/.exec(html)?.[1];
  expect(text.trim()).toMatch(new RegExp(`^(?:\\S.*\\n+)?${heading}`, 'i'));
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
