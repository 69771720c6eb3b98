import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { storeMedia } from '#server/features/media/writes.ts';
import { publishIfFullyRecorded } from '#server/features/studio/publication/writes.ts';
import { findStudioSession } from '#server/features/studio/reads.ts';
import {
  hashSpokenSentences,
  readDraftRecordingsByLanguage,
} from '#server/features/studio/recordings/reads.ts';
import { setOrRemoveRecording } from '#server/features/studio/recordings/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { RecordingSpan } from '#shared/rules/script-alignment.ts';
import { type Cue, parseScript } from '#shared/rules/script.ts';
import type { SentenceTake, SpeechRequest } from '#shared/rules/speech.ts';
import { getSilenceAfterSentenceMs } from '#shared/rules/script-timing.ts';
import { trimAndNormaliseSpeech, parseWavToMono, type MonoSound } from './audio/policy.ts';
import { createMp3File, type Mp3File } from './audio/service.ts';
import { SPOKEN_SENTENCES_FOLDER } from './policy.ts';
import { createSpeechRequestBuilder } from './prepare-speech.ts';
import { ProviderError } from './provider/service.ts';
import type { GenerationRow } from './reads.ts';
import {
  getCachedSpeechFileName,
  type SpeechSynthesiser,
  synthesiseSentenceCached,
} from './speaker/service.ts';
import { markGenerationDone, updateGenerationProgress } from './writes.ts';

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
  /** A sentence that is to be said again; the others stay as they are. */
  take?: SentenceTake | null;
}

/** How the work that speaks a script is told of what happens; each may throw to end it. */
export interface NarrationCallbacks {
  /** Waits for a place among the sentences asked for at once, and returns what gives it back; this script has all by default. */
  takePlace?: () => Promise<() => void>;
  /** Once the last sentence is begun. */
  onAllBegun?: () => void;
  /** Once all are spoken, before the recording is put together. */
  mayAssemble?: () => Promise<void>;
  /** Before a sentence is begun, cached or not. */
  mayGoOn?: () => void;
  /** Before the provider is asked for a sentence, which costs its characters. */
  onAsk?: (characters: number) => void;
  /** After each sentence; `addedCharacters` are those that were paid for it. */
  save: (step: { done: number; total: number; addedCharacters: number }) => Promise<void>;
  /** In the transaction that sets the recording, before it. */
  finish: (tx: Database) => Promise<void>;
}

/**
 * Has the draft script of a session spoken by speech synthesis and stores it as the recording of the draft, as a
 * generation that admins started.
 * @throws what `synthesiseAndSaveScriptRecording` throws; {GenerationCancelledError}
 */
export async function narrateScript(
  deps: NarrationDeps,
  work: GenerationRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, contentId, language, startedBy, take } = work;
  if (contentId === null || language === null || startedBy === null)
    throw new ProviderError('provider_refused');
  await synthesiseAndSaveScriptRecording(
    deps,
    { id, contentId, language, startedBy, take },
    {
      save: (step) => updateGenerationProgress(deps.db, id, step),
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
 * Has the draft script of a session spoken, several sentences at once, into one recording with the script's pauses, and
 * stores it as the recording of the draft; people hear it once the session is published. Resolves to its new version.
 * @throws {ProviderError}; {AppError} not_found, conflict (the script has changed or has faults), storage_full; what
 * `progress` throws; the reason of `signal`
 */
export async function synthesiseAndSaveScriptRecording(
  deps: NarrationDeps,
  place: NarrationTarget,
  progress: NarrationCallbacks,
  signal: AbortSignal,
): Promise<void> {
  const { contentId, language, startedBy } = place;
  const { cues, facts } = await readScript(deps, contentId, language);
  const before = await findPresent(deps.db, place);
  const takes = chooseTakes(before, place.take, cues);
  const direct = await createSpeechRequestBuilder(deps.db);
  const sentences = listSaid(cues).map(({ text }) => direct(facts, language, text, takes));
  await synthesiseUnspokenSentences(deps, sentences, progress, signal);
  await progress.mayAssemble?.();
  const file = join(deps.media.folder, '.uploads', `${place.id}.narration`);
  await mkdir(join(file, '..'), { recursive: true });
  try {
    const recording = await assemble(deps, file, sentences, cues, signal);
    const { db, media } = deps;
    const now = deps.clock();
    const kept = { file, bytes: recording.bytes, extension: 'mp3' } as const;
    const name = await storeMedia({ db, media }, kept, now);
    const spokenHash = hashSpokenSentences(cues);
    const spoken = sentences.map((sentence) =>
      getCachedSpeechFileName(requireSpeaker(deps), sentence),
    );
    await db.transaction(async (tx) => {
      const session = await findStudioSession(tx, contentId);
      const script = await readScript({ db: tx }, contentId, language);
      const isSame = hashSpokenSentences(script.cues) === spokenHash;
      if (!session || !isSame) throw new AppError('conflict');
      // Another take of it, or another recording, came meanwhile.
      if (place.take && (await findPresent(tx, place))?.name !== before?.name)
        throw new AppError('conflict');
      const at = { id: contentId, version: session.version, language };
      const made = { ...recording, name, origin: 'speech', spokenHash, takes, spoken } as const;
      await setOrRemoveRecording(tx, { actorId: startedBy, now }, at, made);
      await progress.finish(tx);
    });
  } finally {
    await rm(file, { force: true });
  }
}

const findPresent = async (db: Database, { contentId, language }: NarrationTarget) =>
  (await readDraftRecordingsByLanguage(db, contentId)).get(language);

/** The takes of a script's sentences: those of its present recording, and the one that is asked for. */
function chooseTakes(
  before: Awaited<ReturnType<typeof findPresent>>,
  asked: SentenceTake | null | undefined,
  cues: readonly Cue[],
): SentenceTake[] {
  const said = new Set(listSaid(cues).map(({ text }) => text));
  const kept = (before?.takes ?? []).filter(({ text }) => said.has(text) && text !== asked?.text);
  return asked && said.has(asked.text) ? [...kept, asked] : kept;
}

/** @throws {AppError} not_found; conflict (the script has faults) */
async function readScript(
  { db }: Pick<NarrationDeps, 'db'>,
  contentId: string,
  language: Language,
) {
  const session = await findStudioSession(db, contentId);
  if (!session) throw new AppError('not_found');
  const { facts, scripts } = session.source;
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok) throw new AppError('conflict');
  return { cues: parsed.cues, facts };
}

const listSaid = (cues: readonly Cue[]) => cues.filter((cue): cue is SayCue => cue.type === 'say');

/**
 * Speaks each sentence that was not spoken before, several at once. Each is stored at once, so that an interrupted server
 * loses none; after a failure no other is begun, and those under way are waited for, because they are paid.
 */
async function synthesiseUnspokenSentences(
  deps: NarrationDeps,
  said: readonly SpeechRequest[],
  progress: NarrationCallbacks,
  signal: AbortSignal,
): Promise<void> {
  const { takePlace, mayGoOn, onAsk, onAllBegun, save } = progress;
  const waiting = [...said];
  let done = 0;
  let failed = false;
  await save({ done, total: said.length, addedCharacters: 0 });
  async function synthesiseOne(sentence: SpeechRequest): Promise<void> {
    mayGoOn?.();
    if (waiting.length === 0) onAllBegun?.();
    const { length } = sentence.text;
    const { isNew } = await synthesiseSentence(deps, sentence, signal, () => onAsk?.(length));
    done += 1;
    await save({ done, total: said.length, addedCharacters: isNew ? length : 0 });
  }
  async function synthesiseUntilNoneWaits(): Promise<void> {
    while (waiting.length > 0 && !failed) {
      const giveBack = await takePlace?.();
      try {
        const sentence = failed ? undefined : waiting.shift();
        if (sentence) await synthesiseOne(sentence);
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        giveBack?.();
      }
    }
  }
  const results = await Promise.allSettled(
    Array.from({ length: deps.generation.sentencesAtOnce }, synthesiseUntilNoneWaits),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
}

function requireSpeaker({ generation: { speaker } }: NarrationDeps): SpeechSynthesiser {
  if (!speaker) throw new ProviderError('provider_refused');
  return speaker;
}

function synthesiseSentence(
  deps: NarrationDeps,
  sentence: SpeechRequest,
  signal: AbortSignal,
  onAsk?: () => void,
) {
  const folder = join(deps.media.folder, SPOKEN_SENTENCES_FOLDER);
  return synthesiseSentenceCached(requireSpeaker(deps), folder, sentence, signal, onAsk);
}

/** Writes the sentences and the silences between them into one file. */
async function assemble(
  deps: NarrationDeps,
  file: string,
  sentences: readonly SpeechRequest[],
  cues: readonly Cue[],
  signal: AbortSignal,
): Promise<{ bytes: number; durationMs: number; spans: RecordingSpan[] }> {
  const readSentence = async (sentence: SpeechRequest): Promise<MonoSound> => {
    const sound = parseWavToMono((await synthesiseSentence(deps, sentence, signal)).wav);
    const levelled = sound && trimAndNormaliseSpeech(sound);
    if (!levelled) throw new ProviderError('provider_garbage');
    return levelled;
  };
  const [first] = sentences;
  if (!first) throw new AppError('conflict');
  const { rate } = await readSentence(first);
  const output = await createMp3File(file, rate);
  const waiting = sentences.values();
  const spans: RecordingSpan[] = [];
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
      // As many as there are cues that say something.
      const sound = await readSentence(waiting.next().value ?? first);
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
