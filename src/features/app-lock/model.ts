/** The fewest characters of a PIN. */
const MIN_PIN = 6;

/** Finds what is wrong with a new PIN and its repetition; null where nothing is. */
export function findPinFault(pin: string, repeated: string): 'tooShort' | 'different' | null {
  if (pin.length < MIN_PIN) return 'tooShort';
  return pin === repeated ? null : 'different';
}

/** Pages that open while the app is locked: they show nothing personal. */
const OPEN_PATHS = /^\/(?:sos|help|breathe|tonight|contract)\/?$/i;

/** Returns whether the page at `path` opens without the PIN. */
export const isPageOpenWhileLocked = (path: string): boolean => OPEN_PATHS.test(path);

/** Returns whether an address is that of the card to show to the crew, which opens without the PIN empty of choices. */
export const isCardAddress = (path: string, search: string): boolean =>
  /^\/flight\/?$/i.test(path) && new URLSearchParams(search).has('card');
