export const TAR_MIME_TYPE = 'application/x-tar';
const BLOCK = 512;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Fields of a header in the format `ustar` (POSIX.1-1988): where each begins, and its length in bytes. */
const NAME = [0, 100] as const;
const MODE = [100, 8] as const;
const SIZE = [124, 12] as const;
const TIME = [136, 12] as const;
const CHECKSUM = [148, 8] as const;
const KIND = [156, 1] as const;
const PREFIX = [345, 155] as const;

/** Most bytes of an archive that is read: the whole library with its recordings. */
const MAX_BYTES = 8_000_000_000;
const MAX_FILES = 4000;
/** Kinds of entries: files, and what says nothing that is needed here (folders, extended headers). */
const FILE = /^[0\0]?$/u;
const SKIPPED = /^[5gx]$/u;
/** Paths within the archive: no way up, nothing absolute, no control characters. */
const SAFE_PATH = /^(?!\/)(?!(?:.*\/)?\.\.?(?:\/|$))[^\\\p{Cc}]+$/u;

/** The files of an archive, or the chosen ones, by their paths. */
export type FilesByPath = ReadonlyMap<string, Blob>;

/** Builds an uncompressed tar archive. Paths longer than 100 bytes need a folder that is not. */
export function buildTarArchive(files: ReadonlyMap<string, string | Blob>, now: Date): Blob {
  const parts: BlobPart[] = [];
  for (const [path, content] of files) {
    const length = typeof content === 'string' ? encoder.encode(content).length : content.size;
    parts.push(buildHeader(path, length, now), content, new Uint8Array(-length & (BLOCK - 1)));
  }
  return new Blob([...parts, new Uint8Array(2 * BLOCK)]);
}

function buildHeader(path: string, size: number, now: Date): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(encoder.encode(text), at);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  const cut = encoder.encode(path).length > NAME[1] ? path.lastIndexOf('/') : -1;
  put(NAME[0], path.slice(cut + 1));
  put(PREFIX[0], path.slice(0, Math.max(0, cut)));
  put(MODE[0], octal(0o644, MODE[1]));
  put(SIZE[0], octal(size, SIZE[1]));
  put(TIME[0], octal(Math.floor(now.getTime() / 1000), TIME[1]));
  put(KIND[0], '0');
  put(257, 'ustar\u000000');
  put(CHECKSUM[0], `${octal(sumHeader(header), 7)}\u0000 `);
  return header;
}

/** Adds up the bytes of a header, those of its checksum as spaces. */
const sumHeader = (header: Uint8Array) =>
  header.reduce((total, byte, at) => {
    const isSum = at >= CHECKSUM[0] && at < CHECKSUM[0] + CHECKSUM[1];
    return total + (isSum ? 32 : byte);
  }, 0);

/**
 * Reads the files of a tar archive by their paths; their contents stay on the disk until they are needed.
 * @throws {RangeError} when it is no archive, ends too early or is too large, or when a path is outside the archive's
 * folder, occurs twice, or is not of a file
 */
export async function readTarArchive(archive: Blob): Promise<FilesByPath> {
  if (archive.size > MAX_BYTES) throw new RangeError('The archive is too large');
  const found = new Map<string, Blob>();
  for (let at = 0; ;) {
    const header = new Uint8Array(await archive.slice(at, at + BLOCK).arrayBuffer());
    if (header.length === BLOCK && header.every((byte) => byte === 0)) return found;
    const { path, size, kind } = parseHeader(header);
    const end = at + BLOCK + size;
    if (end > archive.size) throw new RangeError('The archive ends too early');
    if (FILE.test(kind)) {
      if (!SAFE_PATH.test(path) || found.has(path) || found.size === MAX_FILES)
        throw new RangeError('A path of the archive is refused');
      found.set(path, archive.slice(at + BLOCK, end));
    } else if (!SKIPPED.test(kind)) throw new RangeError('The archive holds more than files');
    at = end + (-size & (BLOCK - 1));
  }
}

function parseHeader(header: Uint8Array) {
  const read = ([at, length]: readonly [number, number]) =>
    decoder.decode(header.subarray(at, at + length)).replace(/\0.*$/su, '');
  const readOctal = (field: readonly [number, number]) => {
    const text = read(field).trim();
    return /^[0-7]+$/u.test(text) ? Number.parseInt(text, 8) : Number.NaN;
  };
  const size = readOctal(SIZE);
  if (readOctal(CHECKSUM) !== sumHeader(header) || !(size >= 0))
    throw new RangeError('This is no archive');
  const name = read(NAME);
  const prefix = read(PREFIX);
  return { path: prefix === '' ? name : `${prefix}/${name}`, size, kind: read(KIND) };
}

/**
 * Reads the files that a person chose, by their paths: `.tar` archives, and single files.
 * @throws {RangeError} when an archive is refused
 */
export async function readChosenFiles(chosen: readonly File[]): Promise<FilesByPath> {
  const found = new Map<string, Blob>();
  for (const file of chosen) {
    if (/\.tar$/iu.test(file.name))
      for (const [path, content] of await readTarArchive(file)) found.set(path, content);
    else found.set(file.webkitRelativePath || `session/${file.name}`, file);
  }
  return found;
}
