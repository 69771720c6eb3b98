// PostgreSQL stores no NUL, and no control character but line breaks and tabs belongs in what a person
// types. Those that turn the direction of writing would let a name rewrite the sentence around it.
const CONTROL_CHARACTERS = /(?![\n\t])\p{Cc}|\p{Bidi_Control}/u;
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
// Unicode counts the blank braille pattern (U+2800) as a symbol, but it is invisible.
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns whether a text contains characters that must not be stored: control characters except line breaks (\n) and
 * tabs, characters that change the direction of writing, or unpaired surrogates.
 */
export const hasForbiddenCharacters = (text: string): boolean =>
  CONTROL_CHARACTERS.test(text) || !text.isWellFormed();

/** Returns whether a text has a line break of any kind, a tab or another control character. */
export const hasLineBreakOrControlCharacter = (text: string): boolean => LINE_BREAKS.test(text);

/** Returns whether a text has at least one visible character. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text);

/**
 * Returns why a text that a person typed is refused, or null; leading and trailing space is ignored. `max` counts
 * characters (code points).
 */
export function findTextFault(
  typed: string,
  max: number,
): 'too_small' | 'too_big' | 'control_characters' | 'nothing_visible' | null {
  const text = typed.trim();
  if (text === '') return 'too_small';
  // Characters, as the contract counts them: some take two units of a string.
  if (Array.from(text).length > max) return 'too_big';
  if (hasForbiddenCharacters(text)) return 'control_characters';
  return hasVisibleCharacter(text) ? null : 'nothing_visible';
}
