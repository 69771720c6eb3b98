/**
 * Returns whether the document at `path` (without query) may use motion sensors and the position: the flight page alone.
 * A browser takes what is permitted with the document, so these pages are loaded whole, to and from.
 */
export const mayUseSensors = (path: string): boolean => /^\/flight\/?$/i.test(path);
