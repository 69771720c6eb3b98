/** Every e-mail by what it is about; the catalogue `mail` has its texts under this name. */
export const LETTERS_BY_GROUP = {
  account: [
    'confirmSignUp',
    'alreadyKnown',
    'invitation',
    'resetPassword',
    'noAccount',
    'noAccountYet',
    'confirmAddress',
    'confirmEmail',
    'confirmWaitlist',
    'erased',
  ],
  security: [
    'passwordChanged',
    'emailChangeAsked',
    'emailChanged',
    'newDevice',
    'twoStepOn',
    'twoStepOff',
    'passkeyAdded',
    'passkeyRemoved',
    'recoveryCodeUsed',
  ],
  reminders: ['reminderPractice', 'reminderPack', 'reminderEvening'],
  passes: [
    'passBought',
    'passBoughtOnce',
    'passBoughtFree',
    'passBoughtForGood',
    'passRenewed',
    'passChanged',
    'passRenewsSoon',
    'passPaymentFailed',
    'passConfirmationNeeded',
    'passEnding',
    'passEndNoted',
    'passPaused',
    'passResumesSoon',
    'passGiftEndsSoon',
    'passGoesMonthly',
    'passLeft',
    'passEnded',
    'passRestored',
    'passTripEnded',
    'passRefunded',
    'passRefundedInPart',
    'passRefundedBesides',
    'passWithdrawn',
    'passWithdrawnFree',
    'passWithdrawnHeld',
  ],
  gifts: ['giftBought', 'giftOrdered', 'giftRefunded', 'giftWithdrawn'],
  notices: ['endNoticeReceived', 'withdrawalNoticeReceived', 'supportAnswered'],
  operator: ['message', 'messageToAnswer', 'supportWaiting'],
} as const;
export type LetterGroup = keyof typeof LETTERS_BY_GROUP;
export type LetterName = (typeof LETTERS_BY_GROUP)[LetterGroup][number];

export const LETTER_NAMES: readonly LetterName[] = Object.values(LETTERS_BY_GROUP).flat();

/** The texts of a letter, in the order in which they are read. */
export const LETTER_FIELDS = [
  'subject',
  'preview',
  'heading',
  'body',
  'frame',
  'action',
  'afterword',
  'end',
] as const;
export type LetterField = (typeof LETTER_FIELDS)[number];
/** A letter has some of the fields, and always the same. */
export type LetterTexts = Partial<Record<LetterField, string>>;

export const MAX_LETTER_FIELD_LENGTH = 5000;

const PLACEHOLDER = /\$t\([^()]*\)|\{\{[^{}]*\}\}/g;

/** Lists the placeholders of a letter, each once: `{{amount}}`, or the name of a pass, `$t(billing:names.{{plan}})`. */
export const listPlaceholders = (texts: LetterTexts): string[] => [
  ...new Set(Object.values(texts).flatMap((text) => text.match(PLACEHOLDER) ?? [])),
];

export interface LetterFaults {
  /** Placeholders that our letter has and the edited one lacks: a date, an amount or a form that people need. */
  missing: string[];
  /** Placeholders that our letter does not have, which would stay empty. */
  unknown: string[];
  empty: LetterField[];
}

/** Names what the product is called: may be used anywhere, and left out. */
const PRODUCT = '{{product}}';

/** What is read for certain: a preview stands in the inbox alone. */
const listReadPlaceholders = ({ body = '', frame = '' }: LetterTexts) =>
  listPlaceholders({ body, frame });

/**
 * Compares an edited letter with ours; returns what would be lost or left open, or null where nothing is. What our text or its
 * frame holds stays in one of the two.
 */
export function findLetterFaults(ours: LetterTexts, edited: LetterTexts): LetterFaults | null {
  const known = listPlaceholders(ours);
  const used = listPlaceholders(edited);
  const read = { ours: listReadPlaceholders(ours), edited: listReadPlaceholders(edited) };
  // What is left of half a placeholder.
  const rest = Object.values(edited).flatMap(
    (text) => text.replaceAll(PLACEHOLDER, '').match(/\$t\(|\{\{|\}\}/g) ?? [],
  );
  const missing = known.filter(
    (one) => one !== PRODUCT && !(read.ours.includes(one) ? read.edited : used).includes(one),
  );
  const unknown = used.filter((one) => one !== PRODUCT && !known.includes(one));
  const empty = LETTER_FIELDS.filter((field) => field in ours && !edited[field]?.trim());
  const faults = { missing, unknown: [...unknown, ...new Set(rest)], empty };
  return Object.values(faults).every(({ length }) => length === 0) ? null : faults;
}
