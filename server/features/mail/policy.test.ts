import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { LETTER_NAMES } from '#shared/rules/letters.ts';
import { renderEmail } from './emails.ts';
import { buildSampleLetter } from './letters/policy.ts';
import { parseStoredEmail } from './policy.ts';
import { createMailer, readStoredEmail } from './service.ts';

it.each(LANGUAGES)('every stored e-mail is read as it was written, in %s', async (language) => {
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'envol-outbox-'));
  const mailer = createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', mailFolder });
  const where = { to: 'ada@example.org', baseUrl: 'https://envol.example' };
  for (const name of LETTER_NAMES) {
    const id = crypto.randomUUID();
    const rendered = await renderEmail(buildSampleLetter(name, language, where));
    await mailer.send({ id, to: 'ada@example.org', ...rendered });
    const { subject, text } = parseStoredEmail((await readStoredEmail(mailFolder, id)) ?? '');
    expect(subject).toBe(rendered.subject);
    expect(text.replaceAll('\r\n', '\n')).toBe(rendered.text.trim());
  }
  await rm(mailFolder, { recursive: true });
});
