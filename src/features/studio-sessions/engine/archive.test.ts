import { describe, expect, it } from 'vitest';
import { buildTarArchive, readTarArchive, readChosenFiles } from './archive.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const RECORDING = Uint8Array.from({ length: 1300 }, (_, at) => (at * 31) % 256);
const FILES = new Map<string, string | Blob>([
  ['sessions/one/session.json', '{}\n'],
  ['sessions/one/fr.txt', 'title: Être là\n---\n«\u00a0Oui\u00a0» …\n'],
  ['sessions/one/en.mp3', new Blob([RECORDING])],
  [`sessions/${'a'.repeat(80)}/recordings.json`, '{}\n'],
  ['sessions/one/empty.txt', ''],
]);
const readBytes = async (part: string | Blob | undefined) =>
  new Uint8Array(await new Blob([part ?? 'missing']).arrayBuffer());

it('what goes out as an archive comes in again, sound byte by byte', async () => {
  const archive = buildTarArchive(FILES, NOW);
  expect(archive.size % 512).toBe(0);
  const found = await readTarArchive(archive);
  expect([...found.keys()]).toEqual([...FILES.keys()]);
  for (const [path, content] of FILES)
    expect(await readBytes(found.get(path))).toEqual(await readBytes(content));
});

it('the three files of a session are read like its folder', async () => {
  const chosen = ['session.json', 'en.txt'].map((name) => new File([name], name));
  expect([...(await readChosenFiles(chosen)).keys()]).toEqual([
    'session/session.json',
    'session/en.txt',
  ]);
});

describe('an archive is refused whole', () => {
  const build = (...paths: string[]) =>
    buildTarArchive(
      new Map([['sessions/one/en.txt', 'first'], ...paths.map((p) => [p, 'x'] as const)]),
      NOW,
    );
  /** An archive whose second header is changed, and summed up anew unless `sum` is false. */
  async function forge(at: number, text: string, { sum = true } = {}): Promise<Blob> {
    const bytes = new Uint8Array(await build('sessions/one/fr.txt').arrayBuffer());
    const header = bytes.subarray(1024, 1536);
    header.set(new TextEncoder().encode(text), at);
    if (sum) {
      header.fill(32, 148, 156);
      const total = header.reduce((all, byte) => all + byte, 0);
      header.set(new TextEncoder().encode(`${total.toString(8).padStart(6, '0')}\0 `), 148);
    }
    return new Blob([bytes]);
  }
  it.each([
    ['a path leads out of it', () => build('sessions/../../etc/passwd')],
    ['a path is only the way up', () => build('..')],
    ['a path is absolute', () => build('/etc/passwd')],
    ['a path has the other slash', () => build('sessions\\..\\x')],
    ['a path hides a control character', () => build('sessions/one/\u0007.txt')],
    ['a path comes twice', () => forge(0, 'sessions/one/en.txt')],
    ['an entry is a link', () => forge(156, '2')],
    ['an entry is larger than the archive', () => forge(124, '77777777777')],
    ['a size is no number', () => forge(124, '-0000000001')],
    ['a header was changed', () => forge(0, 'sessions/two/fr.txt', { sum: false })],
    ['it ends too early', () => build('sessions/one/fr.txt').slice(0, 1100)],
    ['it has no end', () => build('sessions/one/fr.txt').slice(0, 2048)],
    ['it holds too many files', () => build(...Array.from({ length: 4000 }, (_, at) => `${at}`))],
    ['it is something else', () => new Blob(['no archive at all'])],
  ])('where %s', async (_what, make) => {
    await expect(readTarArchive(await make())).rejects.toThrow(RangeError);
  });

  it('where it is too large to be a library', async () => {
    const large = Object.defineProperty(new Blob(), 'size', { value: 8_000_000_001 });
    await expect(readTarArchive(large)).rejects.toThrow('too large');
  });
});
