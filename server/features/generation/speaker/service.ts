import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '#shared/rules/languages.ts';
import { postJsonWithRetries, ProviderError } from '../provider/service.ts';
import { parseWav } from '../audio/policy.ts';
import { fallBackIfFileMissing } from '#server/missing-file.ts';

/** Settings of a voice: an endpoint with the interface of OpenAI's `/audio/speech`, or a command on this machine. */
export type SpeakerSettings =
  | {
      url: string;
      model: string;
      key?: string | undefined;
      voices: Record<Language, string>;
    }
  | { command: string };

/** A provider of speech. */
export interface SpeechSynthesiser {
  /** Shown to admins: the model, or the name of the command. */
  name: string;
  /** Identifies the voice of a language, so that stored speech of another voice is not reused. */
  getVoice: (language: Language) => string;
  /**
   * Speaks a sentence; resolves to a WAV file.
   * @throws {ProviderError}; the reason of `signal`
   */
  speak: (text: string, language: Language, signal: AbortSignal) => Promise<Buffer>;
}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 30_000_000;
const PAUSES_MS = [1_000, 5_000];

/**
 * Creates the client of a text-to-speech service or program from its settings; calls nothing yet. `pausesMs` are the
 * pauses before retries, of a service only; `timeoutMs` is the limit of time of a try.
 */
export function createSpeechSynthesiser(
  settings: SpeakerSettings,
  pausesMs: readonly number[] = PAUSES_MS,
  timeoutMs = TIMEOUT_MS,
): SpeechSynthesiser {
  if ('command' in settings) return createCommandSpeaker(settings.command);
  const { url, model, key, voices } = settings;
  const address = `${url.replace(/\/$/, '')}/audio/speech`;
  return {
    name: model,
    getVoice: (language) => `${url} ${model} ${voices[language]}`,
    speak(input, language, signal) {
      const body = { model, voice: voices[language], input, response_format: 'wav' };
      return postJsonWithRetries(address, key, body, {
        timeoutMs,
        maxBytes: MAX_BYTES,
        signal,
        pausesMs,
      });
    },
  };
}

/**
 * Creates a speaker that runs a command, without a shell: it reads the sentence from stdin and writes a WAV file to
 * stdout.
 */
function createCommandSpeaker(command: string): SpeechSynthesiser {
  const [program = '', ...parts] = command.trim().split(/\s+/);
  return {
    name: program,
    getVoice: (language) => `${command} ${language}`,
    speak(text, language, signal) {
      const own = parts.map((part) => part.replaceAll('{language}', language));
      return runCommand(program, own, text, signal);
    },
  };
}

function runCommand(
  program: string,
  own: string[],
  text: string,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) =>
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new ProviderError('command_failed', { cause: cause as Error }),
      );
    const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    // Only the variables that a program needs to run, so that it gets no keys.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8' };
    const child = spawn(program, own, { env, stdio: ['pipe', 'pipe', 'ignore'], signal: both });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > MAX_BYTES) child.kill();
    });
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? resolve(Buffer.concat(chunks)) : fail()));
    // A program that ends without reading is reported by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(`${text}\n`);
  });
}

/** Returns the name of the file in which the speech of a sentence is cached: a hash of its voice and words. */
export const getCachedSpeechFileName = (
  speaker: SpeechSynthesiser,
  { text, language }: { text: string; language: Language },
): string =>
  `${createHash('sha256')
    .update(`${speaker.getVoice(language)}\0${text}`)
    .digest('hex')}.wav`;

/** Sentences that are being spoken, by file: one that is said twice is asked for, and paid, once. */
const beingSpoken = new Map<string, Promise<Buffer>>();

/**
 * Returns the speech of a sentence as a WAV file: read from `folder`, where spoken sentences are cached by voice, or
 * else synthesised and stored there; `isNew` says that it was synthesised for this call. `onAsk` is called before the
 * provider is asked, and may refuse by throwing.
 * @throws {ProviderError}; the reason of `signal`; what `onAsk` throws
 */
export async function synthesiseSentenceCached(
  speaker: SpeechSynthesiser,
  folder: string,
  sentence: { text: string; language: Language },
  signal: AbortSignal,
  onAsk: () => void = () => undefined,
): Promise<{ wav: Buffer; isNew: boolean }> {
  const file = join(folder, getCachedSpeechFileName(speaker, sentence));
  const other = beingSpoken.get(file);
  if (other) return { wav: await other, isNew: false };
  const known = await fallBackIfFileMissing(readFile(file), null);
  if (known) return { wav: known, isNew: false };
  const begun = beingSpoken.get(file);
  if (begun) return { wav: await begun, isNew: false };
  onAsk();
  const speaking = synthesise(speaker, file, sentence, signal);
  beingSpoken.set(file, speaking);
  try {
    return { wav: await speaking, isNew: true };
  } finally {
    beingSpoken.delete(file);
  }
}

async function synthesise(
  speaker: SpeechSynthesiser,
  file: string,
  { text, language }: { text: string; language: Language },
  signal: AbortSignal,
): Promise<Buffer> {
  const wav = await speaker.speak(text, language, signal);
  if (!parseWav(wav)) throw new ProviderError('provider_garbage');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, wav, { flush: true });
  await rename(`${file}.part`, file);
  return wav;
}
