import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '#shared/rules/languages.ts';
import type { SpeechRequest } from '#shared/rules/speech.ts';
import { postJsonWithRetries, ProviderError } from '../provider/service.ts';
import { isWav } from '../audio/policy.ts';
import { fallBackIfFileMissing } from '#server/missing-file.ts';

/** Settings of a voice: an endpoint with the interface of OpenAI's `/audio/speech`, or a command on this machine. */
export type SpeakerSettings =
  | {
      url: string;
      model: string;
      key?: string | undefined;
      voices: Record<Language, string>;
    }
  | { command: string; voices: Record<Language, string> };

export interface SpeechSynthesiser {
  /** Shown to admins: the model, or the name of the command. */
  name: string;
  /** Identifies voice, speed and style, as far as the provider is told of them, so that other speech is not reused. */
  getVoice: (request: SpeechRequest) => string;
  /**
   * Speaks a sentence; resolves to a WAV file.
   * @throws {ProviderError}; the reason of `signal`
   */
  speak: (request: SpeechRequest, signal: AbortSignal) => Promise<Buffer>;
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
  if ('command' in settings) return createCommandSpeaker(settings);
  const { url, model, key, voices } = settings;
  const address = `${url.replace(/\/$/, '')}/audio/speech`;
  return {
    name: model,
    getVoice: ({ language, voice, speed, style }) =>
      [url, model, voice ?? voices[language], speed, style].filter((one) => one !== null).join(' '),
    speak({ text: input, language, voice, speed, style }, signal) {
      const how = {
        ...(speed !== null && { speed }),
        ...(style !== null && { instructions: style }),
      };
      const chosen = voice ?? voices[language];
      const body = { model, voice: chosen, input, response_format: 'wav', ...how };
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
 * stdout. In the command `{language}`, `{voice}`, `{speed}` and `{length}`, how much longer it takes than at the speed 1,
 * are filled in.
 */
function createCommandSpeaker({
  command,
  voices,
}: Extract<SpeakerSettings, { command: string }>): SpeechSynthesiser {
  const [program = '', ...parts] = command.trim().split(/\s+/);
  const fill = (part: string, { language, voice, speed }: SpeechRequest) =>
    part
      .replaceAll('{language}', () => language)
      .replaceAll('{voice}', () => voice ?? voices[language])
      .replaceAll('{speed}', () => String(speed ?? 1))
      .replaceAll('{length}', () => (1 / (speed ?? 1)).toFixed(2));
  return {
    name: program,
    getVoice: (request) => `${fill(command, request)} ${request.language}`,
    speak: (request, signal) =>
      runCommand(
        program,
        parts.map((part) => fill(part, request)),
        request.text,
        signal,
      ),
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

/** Returns the name of the file in which the speech of a sentence is cached: a hash of its voice, words and take. */
export const getCachedSpeechFileName = (
  speaker: SpeechSynthesiser,
  request: SpeechRequest,
): string => {
  const { text, take } = request;
  const parts = [speaker.getVoice(request), text, ...(take > 0 ? [String(take)] : [])];
  return `${createHash('sha256').update(parts.join('\0')).digest('hex')}.wav`;
};

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
  request: SpeechRequest,
  signal: AbortSignal,
  onAsk: () => void = () => undefined,
): Promise<{ wav: Buffer; isNew: boolean }> {
  const file = join(folder, getCachedSpeechFileName(speaker, request));
  const other = beingSpoken.get(file);
  if (other) return { wav: await other, isNew: false };
  const known = await fallBackIfFileMissing(readFile(file), null);
  if (known) return { wav: known, isNew: false };
  const begun = beingSpoken.get(file);
  if (begun) return { wav: await begun, isNew: false };
  onAsk();
  const speaking = synthesise(speaker, file, request, signal);
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
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const wav = await speaker.speak(request, signal);
  if (!isWav(wav)) throw new ProviderError('provider_garbage');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, wav, { flush: true });
  await rename(`${file}.part`, file);
  return wav;
}
