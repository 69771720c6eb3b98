import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Email, type EmailName, renderEmail } from '#server/features/mail/emails.ts';
import { ROOT } from '#server/root.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';

export const SAMPLE_LINK = 'https://envol.example/x';

const catalogue = JSON.parse(
  readFileSync(path.join(ROOT, 'src/locales/en/mail.json'), 'utf8'),
) as Record<EmailName, Record<string, string>>;

export const EMAIL_NAMES = Object.keys(catalogue) as EmailName[];

/** A value for every variable of any e-mail. */
const VALUES = {
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
};

/** Returns whether an e-mail of a kind has a button, which needs a link. */
export const hasButton = (name: EmailName): boolean => catalogue[name]['action'] !== undefined;

/** Builds an e-mail of a kind with every value that it may tell. */
export const buildSampleEmail = (name: EmailName, language: Language): Email => ({
  name,
  to: VALUES.address,
  language,
  ...(hasButton(name) && { link: SAMPLE_LINK }),
  values: VALUES,
});

/** Renders every kind of e-mail in both languages. */
export const renderSampleEmails = () =>
  Promise.all(
    EMAIL_NAMES.map(async (name) => ({
      name,
      versions: await Promise.all(
        LANGUAGES.map(async (language) => ({
          language,
          ...(await renderEmail(buildSampleEmail(name, language))),
        })),
      ),
    })),
  );
