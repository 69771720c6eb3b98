import type { SessionSource, StudioSession } from '#shared/contract/admin-contents.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import type { FilesByPath } from './archive.ts';

/** The longest text file of a session that is read: a script has at most 24,000 characters. */
const MAX_TEXT_BYTES = 200_000;
const RECORDING_NAME = /^(?:en|fr)\.(?:mp3|m4a|ogg|wav)$/u;

interface DescribedRecording {
  file: string;
  sha256: string;
  origin: 'upload' | 'speech';
  /** The span of each sentence in it, in milliseconds. */
  spans: [number, number][];
}
type Described = { [language in Language]?: DescribedRecording };

export interface ImportedRecording extends Omit<DescribedRecording, 'file'> {
  file: Blob;
}

/** A session read from files, as the server imports it. */
export interface ImportedSession {
  slug: string;
  source: SessionSource;
  recordings: { [language in Language]?: ImportedRecording };
}

/**
 * Builds the files of a session in the format of the content folder, by their paths. `today` is its date if it was
 * never published. The recordings that fit their script are fetched by `fetchRecording`, and described with their hashes
 * in `recordings.json`. Without `fetchRecording`, only `session.json` and the scripts are built.
 */
export async function buildSessionFiles(
  { slug, source, publishedAt, recordings }: StudioSession,
  today: string,
  fetchRecording: ((url: string) => Promise<Blob>) | null,
): Promise<Map<string, string | Blob>> {
  const { optIn, guard, access, form, ...facts } = source.facts;
  const about = {
    ...facts,
    ...(form !== 'full' && { form }),
    ...(optIn && { optIn }),
    ...(guard !== null && { guard }),
    ...(access !== 'pass' && { access }),
    publishedOn: publishedAt?.slice(0, 10) ?? today,
  };
  const folder = `sessions/${slug}`;
  const files = new Map<string, string | Blob>([
    [`${folder}/session.json`, formatJson(about)],
    [`${folder}/en.txt`, source.scripts.en],
    [`${folder}/fr.txt`, source.scripts.fr],
  ]);
  const described: Described = {};
  for (const language of LANGUAGES) {
    const recording = recordings[language];
    if (!recording?.fits || !fetchRecording) continue;
    const { url, origin, spans } = recording;
    const content = await fetchRecording(url);
    const file = `${language}${/\.\w+$/u.exec(url)?.[0] ?? ''}`;
    described[language] = { file, sha256: await hash(content), origin, spans };
    files.set(`${folder}/${file}`, content);
  }
  if (Object.keys(described).length > 0)
    files.set(`${folder}/recordings.json`, formatJson(described));
  return files;
}

const formatJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

async function hash(content: Blob): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Reads sessions from files of the content folder, by their paths; their fields are checked by the server. A folder
 * that lacks one of its three files, whose facts are no JSON, or whose recordings are not those that `recordings.json`
 * describes, is listed in `faulty`.
 */
export async function parseSessionFiles(
  files: FilesByPath,
): Promise<{ sessions: ImportedSession[]; faulty: string[] }> {
  const sessions: ImportedSession[] = [];
  const faulty: string[] = [];
  for (const path of files.keys()) {
    if (!/(?:^|\/)session\.json$/u.test(path)) continue;
    const folder = path.slice(0, -'session.json'.length);
    const slug = folder.split('/').at(-2) ?? '';
    const session = await parseSession(files, folder).catch(() => null);
    if (session) sessions.push({ slug, ...session });
    else faulty.push(slug || path);
  }
  return { sessions, faulty };
}

/** @throws {Error} when something is missing or cannot be read */
async function parseSession(
  files: FilesByPath,
  folder: string,
): Promise<Omit<ImportedSession, 'slug'>> {
  const read = (name: string) => readText(files.get(`${folder}${name}`));
  // The server checks the fields; here only what is no part of a session's facts is taken off.
  const { publishedOn: _, ...facts } = JSON.parse(await read('session.json')) as Record<
    string,
    unknown
  >;
  const scripts = { en: await read('en.txt'), fr: await read('fr.txt') };
  const hasRecordings = files.has(`${folder}recordings.json`);
  const described = (hasRecordings ? JSON.parse(await read('recordings.json')) : {}) as Described;
  const recordings: ImportedSession['recordings'] = {};
  for (const language of LANGUAGES) {
    const one = described[language];
    if (!one) continue;
    const file = RECORDING_NAME.test(one.file) && files.get(`${folder}${one.file}`);
    if (!file) throw new Error(`${one.file} is missing`);
    recordings[language] = { ...one, file };
  }
  const isDescribed = (name: string) => LANGUAGES.some((one) => described[one]?.file === name);
  for (const path of files.keys()) {
    const name = path.startsWith(folder) ? path.slice(folder.length) : '';
    if (RECORDING_NAME.test(name) && !isDescribed(name))
      throw new Error(`${name} is not described`);
  }
  return { source: { facts: facts as SessionSource['facts'], scripts }, recordings };
}

async function readText(file: Blob | undefined): Promise<string> {
  if (!file || file.size > MAX_TEXT_BYTES) throw new Error('A file is missing or too long');
  return file.text();
}
