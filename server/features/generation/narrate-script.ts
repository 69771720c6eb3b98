import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { EditAuthor } from '#server/features/audit/writes.ts';
import { storeMedia } from '#server/features/media/writes.ts';
import { findStudioSession } from '#server/features/studio/reads.ts';
import { hashSentences } from '#server/features/studio/recordings/reads.ts';
import { changeSessionState } from '#server/features/studio/publication/writes.ts';
import { changeRecording } from '#server/features/studio/recordings/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { fallBackIfFileMissing } from '#server/missing-file.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { Span } from '#shared/rules/script-alignment.ts';
import { type Cue, parseScript } from '#shared/rules/script.ts';
import { getSilenceAfterSentenceMs } from '#shared/rules/script-timing.ts';
import { trimAndNormaliseSpeech, parseWav, type MonoSound } from './audio/policy.ts';
import { createMp3File, type Mp3File } from './audio/service.ts';
import { ProviderError } from './provider/service.ts';
import type { GenerationRow } from './reads.ts';
import { getCachedSpeechFileName, synthesiseSentenceCached } from './speaker/service.ts';
import { markGenerationDone, saveGenerationProgress } from './writes.ts';

/**
 * Folder of the spoken sentences in the media folder; hidden, because backups need not contain what can be spoken
 * again.
 */
const SPOKEN = '.spoken';

export type NarrationDeps = Pick<
  Dependencies,
  'db' | 'clock' | 'generation' | 'media' | 'jobs' | 'secret'
>;
type SayCue = Extract<Cue, { type: 'say' }>;

/** The script that is spoken, and the admin in whose name. */
export interface NarrationTarget {
  /** Names the file that is being written. */
  id: string;
  contentId: string;
  language: Language;
  startedBy: string;
}

/** How the work that speaks a script is told of what happens; each may throw to end it. */
export interface NarrationCallbacks {
  /** Before a sentence is begun, cached or not. */
  mayGoOn?: () => void;
  /** Before the provider is asked for a sentence, which costs its characters. */
  onAsk?: (characters: number) => void;
  /** After each sentence; `characters` are those that were paid for it. */
  save: (step: { done: number; total: number; characters: number }) => Promise<void>;
  /** In the transaction that sets the recording, before it. */
  finish: (tx: Database) => Promise<void>;
}

/**
 * Has the draft script of a session spoken by speech synthesis and stores it as the recording of the draft, as a
 * generation that admins started.
 * @throws what `synthesiseScriptRecording` throws; {GenerationCancelledError}
 */
export async function narrateScript(
  deps: NarrationDeps,
  work: GenerationRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, contentId, language, startedBy } = work;
  if (contentId === null || language === null || startedBy === null)
    throw new ProviderError('provider_refused');
  await synthesiseScriptRecording(
    deps,
    { id, contentId, language, startedBy },
    {
      save: (step) => saveGenerationProgress(deps.db, id, step),
      finish: async (tx) => {
        await markGenerationDone(tx, id, {});
        if (work.publishes)
          await publishIfFullyRecorded(
            deps,
            tx,
            { actorId: startedBy, now: deps.clock() },
            contentId,
          );
      },
    },
    signal,
  );
}

/**
 * Publishes a session whose recordings all fit; where another is still to be spoken, that one publishes it, and where its
 * script has faults it stays as it is.
 */
export async function publishIfFullyRecorded(
  deps: NarrationDeps,
  tx: Database,
  editor: EditAuthor,
  contentId: string,
): Promise<void> {
  const session = await findStudioSession(tx, contentId);
  if (!session) return;
  try {
    await tx.transaction((inner) =>
      changeSessionState(deps, inner, editor, contentId, {
        version: session.version,
        state: 'published',
      }),
    );
  } catch (error) {
    // The studio shows what is missing, or wrong.
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * Has the draft script of a session spoken, several sentences at once, into one recording with the script's pauses, and
 * stores it as the recording of the draft; people hear it once the session is published. Resolves to its new version.
 * @throws {ProviderError}; {AppError} not_found, conflict (the script has changed or has faults), storage_full; what
 * `progress` throws; the reason of `signal`
 */
export async function synthesiseScriptRecording(
  deps: NarrationDeps,
  place: NarrationTarget,
  progress: NarrationCallbacks,
  signal: AbortSignal,
): Promise<void> {
  const { contentId, language, startedBy } = place;
  const cues = await readCues(deps, contentId, language);
  await speakAll(deps, language, cues, progress, signal);
  const file = join(deps.media.folder, '.uploads', `${place.id}.narration`);
  await mkdir(join(file, '..'), { recursive: true });
  try {
    const recording = await assemble(deps, file, language, cues, signal);
    const { db, media } = deps;
    const now = deps.clock();
    const kept = { file, bytes: recording.bytes, extension: 'mp3' } as const;
    const name = await storeMedia({ db, media }, kept, now);
    const spokenHash = hashSentences(cues);
    await db.transaction(async (tx) => {
      const session = await findStudioSession(tx, contentId);
      const isSame = hashSentences(await readCues({ db: tx }, contentId, language)) === spokenHash;
      if (!session || !isSame) throw new AppError('conflict');
      const at = { id: contentId, version: session.version, language };
      const spoken = { ...recording, name, origin: 'speech', spokenHash } as const;
      await changeRecording(tx, { actorId: startedBy, now }, at, spoken);
      await progress.finish(tx);
    });
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws {AppError} not_found; conflict (the script has faults) */
async function readCues({ db }: Pick<NarrationDeps, 'db'>, contentId: string, language: Language) {
  const session = await findStudioSession(db, contentId);
  if (!session) throw new AppError('not_found');
  const { facts, scripts } = session.source;
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok) throw new AppError('conflict');
  return parsed.cues;
}

const listSaid = (cues: readonly Cue[]) => cues.filter((cue): cue is SayCue => cue.type === 'say');

/**
 * Speaks each sentence that was not spoken before, several at once. Each is stored at once, so that an interrupted server
 * loses none; after a failure no other is begun, and those under way are waited for, because they are paid.
 */
async function speakAll(
  deps: NarrationDeps,
  language: Language,
  cues: readonly Cue[],
  { mayGoOn = () => undefined, onAsk = () => undefined, save }: NarrationCallbacks,
  signal: AbortSignal,
): Promise<void> {
  const said = listSaid(cues);
  const waiting = said.values();
  let done = 0;
  let failed = false;
  await save({ done, total: said.length, characters: 0 });
  async function speakNext(): Promise<void> {
    for (const { text } of waiting) {
      if (failed) return;
      mayGoOn();
      const { isNew } = await speak(deps, text, language, signal, () => onAsk(text.length));
      done += 1;
      await save({ done, total: said.length, characters: isNew ? text.length : 0 });
    }
  }
  const results = await Promise.allSettled(
    Array.from({ length: deps.generation.sentencesAtOnce }, () =>
      speakNext().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
}

function speak(
  { generation: { speaker }, media }: NarrationDeps,
  text: string,
  language: Language,
  signal: AbortSignal,
  onAsk?: () => void,
) {
  if (!speaker) throw new ProviderError('provider_refused');
  const folder = join(media.folder, SPOKEN);
  return synthesiseSentenceCached(speaker, folder, { text, language }, signal, onAsk);
}

/** Writes the sentences and the silences between them into one file. */
async function assemble(
  deps: NarrationDeps,
  file: string,
  language: Language,
  cues: readonly Cue[],
  signal: AbortSignal,
): Promise<{ bytes: number; durationMs: number; spans: Span[] }> {
  const said = listSaid(cues);
  const readSentence = async ({ text }: SayCue): Promise<MonoSound> => {
    const sound = parseWav((await speak(deps, text, language, signal)).wav);
    const levelled = sound && trimAndNormaliseSpeech(sound);
    if (!levelled) throw new ProviderError('provider_garbage');
    return levelled;
  };
  const [first] = said;
  if (!first) throw new AppError('conflict');
  const { rate } = await readSentence(first);
  const output = await createMp3File(file, rate);
  const spans: Span[] = [];
  let written = 0;
  const toMs = (samples: number) => Math.round((samples / rate) * 1000);
  const write = async (target: Mp3File, samples: Float32Array) => {
    await target.write(samples);
    written += samples.length;
  };
  const rest = (ms: number) => new Float32Array(Math.round((ms / 1000) * rate));
  try {
    for (const [index, cue] of cues.entries()) {
      signal.throwIfAborted();
      if (cue.type !== 'say') {
        await write(output, rest(cue.duration));
        continue;
      }
      const sound = await readSentence(cue);
      if (sound.rate !== rate) throw new ProviderError('provider_garbage');
      const from = toMs(written);
      await write(output, sound.samples);
      spans.push([from, toMs(written)]);
      const next = cues[index + 1];
      const isLast = next?.type !== 'say' || next.paragraph !== cue.paragraph;
      await write(output, rest(getSilenceAfterSentenceMs(isLast)));
    }
    return { bytes: await output.end(), durationMs: toMs(written), spans };
  } finally {
    await output.close();
  }
}

/**
 * Returns a function that counts those of a session's sentences that are to be paid, and their characters: each that was
 * spoken before, or counted before by the same function, is free.
 */
export async function createBillableSentenceCounter({
  generation: { speaker },
  media,
}: Pick<Dependencies, 'generation' | 'media'>) {
  const spoken = new Set(await fallBackIfFileMissing(readdir(join(media.folder, SPOKEN)), []));
  return ({ language, sentences }: { language: Language; sentences: readonly string[] }) => {
    let characters = 0;
    let unspoken = 0;
    for (const text of sentences) {
      const name = speaker
        ? getCachedSpeechFileName(speaker, { text, language })
        : `${language} ${text}`;
      if (spoken.has(name)) continue;
      characters += text.length;
      unspoken += 1;
      spoken.add(name);
    }
    return { characters, unspoken };
  };
}
