import { AppError } from '#server/http/errors.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { estimateGuessesLog10 } from './engine/estimate-guesses.ts';

/** Guesses in powers of ten: fewer than a million is "very guessable" (Wheeler, zxcvbn, USENIX Security 2016). */
const MIN_GUESSES_LOG10 = 6;
/** The characters that a password must have besides the product's name and the person's address. */
const MIN_BESIDES = 6;
const MIN_WORD = 3;

/**
 * Refuses a password that is easily guessed (NIST SP 800-63B-4, 3.1.1.2): a leaked one, a simple pattern, or one made
 * of the product's name or the person's e-mail address.
 * @throws {AppError} password_too_common
 */
export async function assertPasswordHardToGuess(password: string, email: string): Promise<void> {
  const words = [PRODUCT_NAME, email, ...email.split(/[^\p{L}\p{N}]+/u), ...email.split('@')]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD)
    .toSorted((a, b) => b.length - a.length);
  const besides = words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
  const isMadeOfWords = besides.length < MIN_BESIDES;
  const guessesLog10 = await estimateGuessesLog10(password, words);
  if (isMadeOfWords || guessesLog10 < MIN_GUESSES_LOG10) throw new AppError('password_too_common');
}
