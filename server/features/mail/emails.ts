import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { convert, type HtmlToTextOptions } from 'html-to-text';
import { createInstance, type i18n } from 'i18next';
import { createElement as h } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { ROOT } from '#server/root.ts';
import type { Language } from '#shared/contract/fields.ts';
import {
  LETTER_FIELDS,
  type LetterField,
  type LetterName,
  type LetterTexts,
} from '#shared/rules/letters.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { buildLetterheadElements } from './write-letterhead.ts';

export type EmailName = LetterName;

/** The e-mails of reminders, whose texts notifications use too. */
export type ReminderEmailName = Extract<EmailName, `reminder${string}`>;

export interface Email {
  name: EmailName;
  to: string;
  language: Language;
  /** URL of the button; its secret part is behind the `#`, which browsers do not send to servers. */
  link?: string;
  /** URL of a second link at the foot, to stop e-mails of this kind; its secret part is behind the `#` too. */
  endLink?: string;
  values?: Record<string, string>;
  /** Whether it is about a payment in test mode, which it then says. */
  isTest?: boolean;
  /** Where replies go instead of to the sender. */
  replyTo?: string;
}

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

const LOCALES = path.join(ROOT, 'src/locales');
const catalogues = new Map<Language, i18n>();

function loadCatalogue(language: Language): i18n {
  const known = catalogues.get(language);
  if (known) return known;
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(LOCALES, language, `${name}.json`), 'utf8')) as Record<
      string,
      unknown
    >;
  const instance = createInstance();
  void instance.init({
    lng: language,
    // The passes have the names that their page gives them.
    resources: {
      [language]: {
        alerts: read('alerts'),
        billing: read('billing'),
        contract: read('contract'),
        mail: read('mail'),
      },
    },
    defaultNS: 'mail',
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  catalogues.set(language, instance);
  return instance;
}

// E-mail clients support neither custom properties nor OKLCH: the Dawn theme in sRGB.
const INK = '#1f2a44';
const SECOND_INK = '#4d5970';
const PAPER = '#fbf7f0';
const LINE = '#dfd8cc';
const FONT = 'Figtree, "Segoe UI", Helvetica, Arial, sans-serif';
const text = { color: INK, fontFamily: FONT, fontSize: '17px', lineHeight: '27px' };
/** Keeps line breaks that a person typed. */
const paragraphText = { ...text, whiteSpace: 'pre-line' } as const;

/** How the text is made of the HTML: addresses stand bare behind their words, and what only shows is left out. */
const PLAIN_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
  ],
};

/** Returns our texts of an e-mail, placeholders and all. */
export function getLetterTexts(name: EmailName, language: Language): LetterTexts {
  const texts = loadCatalogue(language).getResource(language, 'mail', name) as LetterTexts;
  return Object.fromEntries(
    LETTER_FIELDS.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])),
  );
}

/**
 * Renders an e-mail in its language, with the operator's own texts where there are some; returns the subject, the HTML and the
 * plain text.
 */
export async function renderEmail(
  email: Email,
  edited: LetterTexts | null = null,
): Promise<RenderedEmail> {
  const i18n = loadCatalogue(email.language);
  const texts = edited ?? getLetterTexts(email.name, email.language);
  const has = (field: LetterField) => texts[field] !== undefined;
  // A key that no catalogue has, so that its default is filled in.
  const t = (field: LetterField) =>
    i18n.t('own', { defaultValue: texts[field], product: PRODUCT_NAME, ...email.values });
  const mark = email.isTest && i18n.t('billing:test.mark');
  const subject = mark ? `[${mark}] ${t('subject')}` : t('subject');
  const tree = h(
    Html,
    { lang: email.language },
    h(Head),
    h(Preview, null, t('preview')),
    h(
      Body,
      { style: { backgroundColor: PAPER, margin: 0 } },
      h(
        Container,
        { style: { maxWidth: '34rem', padding: '32px 24px' } },
        buildLetterheadElements({ ink: INK, font: 'Georgia, serif' }),
        h(
          Heading,
          { as: 'h1', style: { color: INK, fontFamily: 'Georgia, serif', fontWeight: 'normal' } },
          t('heading'),
        ),
        mark && h(Text, { style: text }, i18n.t('billing:test.email')),
        ...t('body')
          .split('\n\n')
          .map((paragraph) => h(Text, { style: paragraphText }, paragraph)),
        has('frame') &&
          h(
            Text,
            {
              style: {
                ...text,
                border: `2px solid ${INK}`,
                fontWeight: 'bold',
                padding: '12px 16px',
              },
            },
            t('frame'),
          ),
        email.link &&
          has('action') &&
          h(
            Button,
            {
              href: email.link,
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
          email.endLink && ' ',
          email.endLink &&
            h(
              Link,
              { href: email.endLink, style: { color: SECOND_INK, textDecoration: 'underline' } },
              t('end'),
            ),
        ),
      ),
    ),
  );
  const { prelude } = await prerenderToNodeStream(tree);
  const html = await readText(prelude);
  return { subject, html, text: convert(html, PLAIN_TEXT) };
}

/** Returns the text of a notice about a contract, as it is kept for the operator and confirmed to its sender. */
export function renderContractNotice(
  kind: 'end' | 'withdraw',
  language: Language,
  values: Record<string, string>,
): string {
  return loadCatalogue(language).t(`contract:notice.${kind}`, {
    product: PRODUCT_NAME,
    ...values,
  });
}

/**
 * Returns the texts of a push notification in one language: `title`, `body`, and `end`, the label of the button that
 * stops such notifications.
 */
export function renderPushNotification(name: ReminderEmailName, language: Language) {
  const { t } = loadCatalogue(language);
  const write = (key: string) => t(`${name}.${key}`, { product: PRODUCT_NAME });
  return { title: write('subject'), body: write('preview'), end: write('end') };
}

/** Things about payments that the operator must know: the keys of the catalogue `alerts`. */
export type OperatorAlertName =
  | 'contractStuck'
  | 'refundFailed'
  | 'refundGivenUp'
  | 'refundRefused'
  | 'disputeOpened'
  | 'erasureStuck'
  | 'customerUnread'
  | 'eventsMissed'
  | 'withdrawalHeld';

/** Returns the text of a message to the operator about payments. */
export const renderOperatorAlert = (
  name: OperatorAlertName,
  language: Language,
  values: Record<string, string>,
): string => loadCatalogue(language).t(`alerts:${name}`, values);
