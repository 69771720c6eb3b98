import { randomBytes } from 'node:crypto';

/** Formats of recordings that browsers play, and of pictures, by extension. */
export const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type Extension = keyof typeof MEDIA_TYPES;

// One plain name: no folder, no hidden file, nothing to climb with.
const SAFE_NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const GENERATED_NAME = /^[0-9a-f]{32}-[0-9a-f]{12}\.(?:mp3|m4a|ogg|wav|jpg|png|webp)$/;

/** Characters of a content's SHA-256 that its address begins with. */
const HASH_LENGTH = 32;

/** Whether a name can only be that of a file in the folder itself. */
export const isSafeName = (name: string): boolean => SAFE_NAME.test(name);

/** Whether a name was given by the store, and begins with the hash of the content. */
export const isGeneratedName = (name: string): boolean => GENERATED_NAME.test(name);

/** Shortens a SHA-256 (hex) to what addresses hold. */
export const shortenHash = (hash: string): string => hash.slice(0, HASH_LENGTH);

/** Makes a name for a content: nothing of it comes from whoever sent the file. */
export const createName = (hash: string, extension: Extension): string =>
  `${shortenHash(hash)}-${randomBytes(6).toString('hex')}.${extension}`;

/** The media type of a name that the store gave. */
export const getMediaType = (name: string): string =>
  MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1) as Extension];
