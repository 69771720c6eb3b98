import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Preview,
  Text,
} from '@react-email/components';
import { render } from '@react-email/render';
import { createInstance, type i18n } from 'i18next';
import { createElement as h } from 'react';
import type { Language } from '#shared/contract/fields.ts';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Every letter there is; its words are in the catalogue `mail` under this name. */
export type LetterName =
  | 'confirmSignUp'
  | 'alreadyKnown'
  | 'resetPassword'
  | 'noAccount'
  | 'passwordChanged'
  | 'confirmEmail'
  | 'emailChangeAsked'
  | 'emailChanged'
  | 'confirmWaitlist'
  | 'erased';

export interface Letter {
  name: LetterName;
  to: string;
  language: Language;
  /** Where its button leads; what is secret in it stands behind the `#`, which no server is told. */
  link?: string;
  /** What the words leave open, such as a date. */
  values?: Record<string, string>;
}

export interface RenderedLetter {
  subject: string;
  html: string;
  text: string;
}

const LOCALES = path.join(import.meta.dirname, '../../../src/locales');
const words = new Map<Language, i18n>();

function wordsIn(language: Language): i18n {
  const known = words.get(language);
  if (known) return known;
  const catalogue = JSON.parse(
    readFileSync(path.join(LOCALES, language, 'mail.json'), 'utf8'),
  ) as Record<string, unknown>;
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: { mail: catalogue } },
    defaultNS: 'mail',
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  words.set(language, instance);
  return instance;
}

// E-mail programs know neither custom properties nor OKLCH: the Dawn theme of the app, in sRGB.
const INK = '#1f2a44';
const SECOND_INK = '#4d5970';
const PAPER = '#fbf7f0';
const LINE = '#dfd8cc';
const FONT = 'Figtree, "Segoe UI", Helvetica, Arial, sans-serif';
const text = { color: INK, fontFamily: FONT, fontSize: '17px', lineHeight: '27px' };

/** A letter as an e-mail: subject, HTML and plain text, with the same words in both. */
export async function renderLetter(letter: Letter): Promise<RenderedLetter> {
  const i18n = wordsIn(letter.language);
  const t = (key: string) =>
    i18n.t(`${letter.name}.${key}`, { product: PRODUCT_NAME, ...letter.values });
  const subject = t('subject');
  const email = h(
    Html,
    { lang: letter.language },
    h(Head),
    h(Preview, null, t('preview')),
    h(
      Body,
      { style: { backgroundColor: PAPER, margin: 0 } },
      h(
        Container,
        { style: { maxWidth: '34rem', padding: '32px 24px' } },
        h(
          Heading,
          { as: 'h1', style: { color: INK, fontFamily: 'Georgia, serif', fontWeight: 'normal' } },
          t('heading'),
        ),
        ...t('body')
          .split('\n\n')
          .map((paragraph) => h(Text, { key: paragraph, style: text }, paragraph)),
        letter.link &&
          h(
            Button,
            {
              href: letter.link,
              style: {
                ...text,
                backgroundColor: INK,
                borderRadius: '10px',
                color: PAPER,
                padding: '12px 22px',
              },
            },
            t('action'),
          ),
        h(Hr, { style: { borderColor: LINE, margin: '28px 0 12px' } }),
        h(
          Text,
          { style: { ...text, color: SECOND_INK, fontSize: '14px', lineHeight: '21px' } },
          t('afterword'),
        ),
      ),
    ),
  );
  return { subject, html: await render(email), text: await render(email, { plainText: true }) };
}
