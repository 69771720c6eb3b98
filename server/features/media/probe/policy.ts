import type { MediaExtension } from '../policy.ts';

export interface PictureSize {
  extension: MediaExtension;
  width: number;
  height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads the format and the size of a PNG, JPEG or WebP picture from its content; null for anything else. */
export function parsePictureSize(bytes: Buffer): PictureSize | null {
  try {
    return readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const toImageSizeIfPositive = (extension: MediaExtension, width: number, height: number) =>
  width > 0 && height > 0 ? { extension, width, height } : null;

function readPng(bytes: Buffer): PictureSize | null {
  if (!bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return toImageSizeIfPositive('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

function readWebp(bytes: Buffer): PictureSize | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ')
    return toImageSizeIfPositive(
      'webp',
      bytes.readUInt16LE(26) & 0x3fff,
      bytes.readUInt16LE(28) & 0x3fff,
    );
  if (kind === 'VP8X')
    return toImageSizeIfPositive('webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind !== 'VP8L') return null;
  const packed = bytes.readUInt32LE(21);
  return toImageSizeIfPositive('webp', (packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
}

function readJpeg(bytes: Buffer): PictureSize | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; ;) {
    const marker = bytes.readUInt16BE(at);
    if (marker >>> 8 !== 0xff) return null;
    if (isFrame(marker & 0xff))
      return toImageSizeIfPositive('jpg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
