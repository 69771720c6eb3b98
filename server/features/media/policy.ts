import { randomBytes } from 'node:crypto';

/** Formats of recordings that browsers play, and of pictures, by extension. */
export const MEDIA_MIME_TYPES = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type MediaExtension = keyof typeof MEDIA_MIME_TYPES;

// One plain name: no folder, no hidden file, nothing to climb with.
const SAFE_NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const GENERATED_NAME = /^[0-9a-f]{32}-[0-9a-f]{12}\.(?:mp3|m4a|ogg|wav|jpg|png|webp)$/;

/** Number of hex digits of the SHA-256 of a content at the beginning of its URL. */
const HASH_LENGTH = 32;

/** Returns whether a media file's name can only refer to a file directly in the media folder. */
export const isSafeMediaName = (name: string): boolean => SAFE_NAME.test(name);

/**
 * Returns whether a media file's name was made by `createMediaName`: the hash of the content, a random part and the
 * extension.
 */
export const isGeneratedMediaName = (name: string): boolean => GENERATED_NAME.test(name);

/** Shortens the SHA-256 (hex) of a media file to the 32 digits that its URL contains. */
export const shortenMediaHash = (hash: string): string => hash.slice(0, HASH_LENGTH);

/** Creates a new file name for a media file whose content has this SHA-256; no part of it comes from the uploader. */
export const createMediaName = (hash: string, extension: MediaExtension): string =>
  `${shortenMediaHash(hash)}-${randomBytes(6).toString('hex')}.${extension}`;

/** Returns the MIME type of a media file by its name, made by `createMediaName`. */
export const getMediaMimeType = (name: string): string =>
  MEDIA_MIME_TYPES[name.slice(name.lastIndexOf('.') + 1) as MediaExtension];
