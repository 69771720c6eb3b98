/** Numbers to call that a voice would read as quantities. */
const AS_QUANTITIES = /\b(?:116\s123|0800\s11\s11|1800(?:\s\d+)+|988|3114)\b/gu;

/**
 * Spells the phone numbers of a text as they are said: digits are what a reader can dial, and a voice makes a thousand of
 * them.
 */
export const spellPhoneNumbers = (text: string): string =>
  text.replace(AS_QUANTITIES, (number) =>
    number === '3114' ? '31 14' : number.split('').join(' '),
  );
