export const TAR_TYPE = 'application/x-tar';
const BLOCK = 512;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Fields of a header in the format `ustar` (POSIX.1-1988): where each begins, and its length in bytes. */
const FIELDS = { name: [0, 100], mode: [100, 8], size: [124, 12], time: [136, 12] } as const;
const CHECKSUM = [148, 8] as const;
/** Most bytes of an archive that is read. */
const MAX_BYTES = 20_000_000;

/** Writes text files as an uncompressed tar archive, which is text itself. Paths have at most 100 bytes. */
export function buildArchive(files: ReadonlyMap<string, string>, now: Date): string {
  const parts: string[] = [];
  for (const [path, text] of files) {
    const { length } = encoder.encode(text);
    parts.push(buildHeader(path, length, now), text, '\u0000'.repeat(-length & (BLOCK - 1)));
  }
  return [...parts, '\u0000'.repeat(2 * BLOCK)].join('');
}

function buildHeader(path: string, size: number, now: Date): string {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(encoder.encode(text), at);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  put(FIELDS.name[0], path);
  put(FIELDS.mode[0], octal(0o644, FIELDS.mode[1]));
  put(FIELDS.size[0], octal(size, FIELDS.size[1]));
  put(FIELDS.time[0], octal(Math.floor(now.getTime() / 1000), FIELDS.time[1]));
  put(156, '0');
  put(257, 'ustar\u000000');
  put(CHECKSUM[0], ' '.repeat(CHECKSUM[1]));
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(CHECKSUM[0], `${octal(sum, 7)}\u0000 `);
  return decoder.decode(header);
}

/**
 * Reads the files of a tar archive by their paths.
 * @throws {RangeError} when it is larger than 20 MB
 */
export async function readArchive(file: Blob): Promise<Map<string, string>> {
  if (file.size > MAX_BYTES) throw new RangeError('The archive is too large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const found = new Map<string, string>();
  const read = (from: number, [at, length]: readonly [number, number]) =>
    decoder.decode(bytes.subarray(from + at, from + at + length)).replace(/\0.*$/su, '');
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const name = read(at, FIELDS.name);
    if (name === '') break;
    const size = Number.parseInt(read(at, FIELDS.size), 8) || 0;
    const prefix = read(at, [345, 155]);
    const isFile = /^[0\0]?$/u.test(read(at, [156, 1]));
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (isFile) found.set(path, decoder.decode(bytes.subarray(at + BLOCK, at + BLOCK + size)));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

/**
 * Reads the text files that somebody chose, by their paths: `.tar` archives, and single files. Single files larger than
 * 20 MB are left out.
 * @throws {RangeError} when an archive is larger than 20 MB.
 */
export async function readChosenFiles(chosen: readonly File[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of chosen) {
    if (/\.tar$/iu.test(file.name))
      for (const [path, text] of await readArchive(file)) found.set(path, text);
    else if (file.size <= MAX_BYTES)
      found.set(file.webkitRelativePath || `session/${file.name}`, await file.text());
  }
  return found;
}
