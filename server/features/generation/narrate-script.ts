import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '#server/dependencies.ts';
import { storeMedia } from '#server/features/media/writes.ts';
import { findStudioSession } from '#server/features/studio/reads.ts';
import { hashSentences } from '#server/features/studio/recordings/reads.ts';
import { changeRecording } from '#server/features/studio/recordings/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { Span } from '#shared/rules/script-alignment.ts';
import { type Cue, parseScript } from '#shared/rules/script.ts';
import { getSilenceAfterSentenceMs } from '#shared/rules/script-timing.ts';
import { trimAndNormaliseSpeech, parseWav, type MonoSound } from './audio/policy.ts';
import { createMp3File, type Mp3File } from './audio/service.ts';
import { ProviderError } from './provider/service.ts';
import type { GenerationRow } from './reads.ts';
import { synthesiseSentenceCached } from './speaker/service.ts';
import { markGenerationDone, saveGenerationProgress } from './writes.ts';

/**
 * Folder of the spoken sentences in the media folder; hidden, because backups need not contain what can be spoken
 * again.
 */
const SPOKEN = '.spoken';

type Deps = Pick<Dependencies, 'db' | 'clock' | 'generation' | 'media'>;
type SayCue = Extract<Cue, { type: 'say' }>;

/**
 * Has the draft script of a session spoken by speech synthesis, sentence by sentence, into one recording with the
 * script's pauses, and stores it as the recording of the draft; people hear it once an admin publishes it. Reports
 * progress by saveGenerationProgress.
 * @throws {ProviderError}; {GenerationCancelledError}; {AppError} not_found, conflict (the script has changed or has faults),
 * storage_full
 */
export async function narrateScript(
  deps: Deps,
  work: GenerationRow,
  signal: AbortSignal,
): Promise<void> {
  const { contentId, language, startedBy } = work;
  if (contentId === null || language === null || startedBy === null)
    throw new ProviderError('provider_refused');
  const cues = await readCues(deps, contentId, language);
  await speakAll(deps, work.id, language, cues, signal);
  const file = join(deps.media.folder, '.uploads', `${work.id}.narration`);
  await mkdir(join(file, '..'), { recursive: true });
  try {
    const recording = await assemble(deps, file, language, cues, signal);
    const { db, media } = deps;
    const now = deps.clock();
    const kept = { file, bytes: recording.bytes, extension: 'mp3' } as const;
    const name = await storeMedia({ db, media }, kept, now);
    const spokenHash = hashSentences(cues);
    await db.transaction(async (tx) => {
      await markGenerationDone(tx, work.id, {});
      const session = await findStudioSession(tx, contentId);
      const isSame = hashSentences(await readCues({ db: tx }, contentId, language)) === spokenHash;
      if (!session || !isSame) throw new AppError('conflict');
      const place = { id: contentId, version: session.version, language };
      const spoken = { ...recording, name, origin: 'speech', spokenHash } as const;
      await changeRecording(tx, { actorId: startedBy, now }, place, spoken);
    });
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws {AppError} not_found; conflict (the script has faults) */
async function readCues({ db }: Pick<Deps, 'db'>, contentId: string, language: Language) {
  const session = await findStudioSession(db, contentId);
  if (!session) throw new AppError('not_found');
  const { facts, scripts } = session.source;
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok) throw new AppError('conflict');
  return parsed.cues;
}

const listSaid = (cues: readonly Cue[]) => cues.filter((cue): cue is SayCue => cue.type === 'say');

/**
 * Speaks each sentence that was not spoken before. Each is stored at once, so that an interrupted server loses none.
 */
async function speakAll(
  deps: Deps,
  id: string,
  language: Language,
  cues: readonly Cue[],
  signal: AbortSignal,
): Promise<void> {
  const said = listSaid(cues);
  await saveGenerationProgress(deps.db, id, { done: 0, total: said.length });
  for (const [index, { text }] of said.entries()) {
    const { isNew } = await speak(deps, text, language, signal);
    await saveGenerationProgress(deps.db, id, {
      done: index + 1,
      characters: isNew ? text.length : 0,
    });
  }
}

function speak(
  { generation: { speaker }, media }: Deps,
  text: string,
  language: Language,
  signal: AbortSignal,
) {
  if (!speaker) throw new ProviderError('provider_refused');
  return synthesiseSentenceCached(speaker, join(media.folder, SPOKEN), { text, language }, signal);
}

/** Writes the sentences and the silences between them into one file. */
async function assemble(
  deps: Deps,
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
