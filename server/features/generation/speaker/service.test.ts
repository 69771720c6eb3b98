import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { createTestWav } from '#server/testing/test-wav.ts';
import type { SpeechRequest } from '#shared/rules/speech.ts';
import { parseWavToMono } from '../audio/policy.ts';
import { createSpeechSynthesiser, type SpeakerSettings } from './service.ts';

// The settings of docs/voices.md, as they stand, against stand-ins that answer as the makers document it.

const PAGE = path.join(import.meta.dirname, '../../../../docs/voices.md');
let page = '';
let folder = '';
let server: Server | undefined;
beforeAll(async () => {
  [page, folder] = await Promise.all([
    readFile(PAGE, 'utf8'),
    mkdtemp(path.join(tmpdir(), 'envol-voices-')),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

function readWay(name: string): Record<string, string> {
  const [, block = ''] = new RegExp(`^\`\`\`ini\n# ${name}\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  const lines = block.trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

interface SpeechBody {
  model: string;
  input: string;
  voice: string;
  response_format: string;
  speed?: number;
}

/** Starts a stand-in of an endpoint on any port; `answer` returns a WAV file, or the status of a refusal. */
async function startEndpoint(answer: (body: SpeechBody) => Buffer | number): Promise<string> {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/audio/speech')
        return response.writeHead(404).end();
      const answered = answer(JSON.parse(Buffer.concat(parts).toString()) as SpeechBody);
      if (typeof answered === 'number') return response.writeHead(answered).end('{"detail":"no"}');
      // Without a length, in pieces.
      response.writeHead(200, { 'content-type': 'audio/wav' });
      response.write(answered.subarray(0, 50));
      return response.end(answered.subarray(50));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Makes a WAV file one that was streamed: it tells no length. */
function stream(file: Buffer): Buffer {
  file.writeUInt32LE(0xffffffff, 4);
  file.writeUInt32LE(0xffffffff, file.indexOf('data') + 4);
  return file;
}

const request = (how: Partial<SpeechRequest> = {}): SpeechRequest => ({
  text: 'Breathe in slowly.',
  language: 'en',
  voice: null,
  speed: null,
  style: null,
  take: 0,
  ...how,
});
const signal = new AbortController().signal;
async function measureSpeech(speaker: SpeakerSettings | undefined, how?: Partial<SpeechRequest>) {
  if (!speaker) throw new Error('The settings name no voice.');
  const sound = parseWavToMono(
    await createSpeechSynthesiser(speaker, []).speak(request(how), signal),
  );
  return sound && { rate: sound.rate, seconds: sound.samples.length / sound.rate };
}

describe('the settings of Kokoro-FastAPI', () => {
  /** As its request schema says: known models and formats, a speed from 0.25 to 4; other fields are ignored. */
  const answerAsKokoro = ({ model, voice, response_format, speed = 1 }: SpeechBody) => {
    const isKnown = ['kokoro', 'tts-1', 'tts-1-hd'].includes(model) && response_format === 'wav';
    if (!isKnown || speed < 0.25 || speed > 4) return 422;
    if (!['bf_emma', 'ff_siwis'].includes(voice)) return 400;
    return stream(createTestWav([{ seconds: 0.5 / speed, level: 0.5 }], 24_000));
  };

  it('speak both languages, slower where that is set, and name a voice that is not there', async () => {
    const host = await startEndpoint(answerAsKokoro);
    const way = readWay('kokoro');
    const url = (way.SPEECH_URL ?? '').replace('127.0.0.1:8880', host);
    const { speaker } = readSettings({ ...way, SPEECH_URL: url });
    expect(await measureSpeech(speaker)).toEqual({ rate: 24_000, seconds: 0.5 });
    const slow = { language: 'fr', speed: 0.5, style: 'Slowly.' } as const;
    expect(await measureSpeech(speaker, slow)).toEqual({ rate: 24_000, seconds: 1 });
    await expect(measureSpeech(speaker, { voice: 'nobody' })).rejects.toMatchObject({
      failure: 'provider_refused',
    });
  });
});

describe('the settings of openedai-speech', () => {
  /** WAV as ffmpeg writes it to a pipe: no lengths, and a chunk of its own before the samples. */
  const writeAsFfmpeg = (seconds: number) => {
    const file = createTestWav([{ seconds, level: 0.5 }], 22_050);
    const list = Buffer.from(
      'LIST\u001a\u0000\u0000\u0000INFOISFT\u000e\u0000\u0000\u0000Lavf61.7.100\u0000\u0000',
      'latin1',
    );
    return stream(Buffer.concat([file.subarray(0, 36), list, file.subarray(36)]));
  };

  it('speak both languages, slower where that is set', async () => {
    const asked: string[] = [];
    const host = await startEndpoint(({ model, voice, response_format, speed = 1 }) => {
      asked.push(`${model} ${voice} ${response_format}`);
      return writeAsFfmpeg(0.5 / speed);
    });
    const way = readWay('openedai-speech');
    const url = (way.SPEECH_URL ?? '').replace('127.0.0.1:8000', host);
    const { speaker } = readSettings({ ...way, SPEECH_URL: url });
    expect(await measureSpeech(speaker)).toEqual({ rate: 22_050, seconds: 0.5 });
    expect(await measureSpeech(speaker, { language: 'fr', speed: 0.5 })).toEqual({
      rate: 22_050,
      seconds: 1,
    });
    expect(asked).toEqual(['tts-1 alba wav', 'tts-1 siwis wav']);
  });
});

describe('the command of Piper', () => {
  /** Reads a line from stdin and writes a WAV file to stdout for `--output-file -`, as its source does. */
  const PIPER = `import { parseArgs } from 'node:util';
const { values } = parseArgs({ options: Object.fromEntries(
  ['model', 'data-dir', 'length-scale', 'output-file'].map((name) => [name, { type: 'string' }])) });
if (!['en_GB-alba-medium', 'fr_FR-siwis-medium'].includes(values.model)) throw new Error('Unable to find voice');
let text = '';
for await (const part of process.stdin) text += part;
if (text !== 'Breathe in slowly.\\n' || values['output-file'] !== '-') process.exit(1);
const samples = Math.round(11025 * Number(values['length-scale']));
const head = Buffer.alloc(44);
head.write('RIFF'); head.writeUInt32LE(36 + samples * 2, 4); head.write('WAVEfmt ', 8);
head.writeUInt32LE(16, 16); head.writeUInt16LE(1, 20); head.writeUInt16LE(1, 22);
head.writeUInt32LE(22050, 24); head.writeUInt32LE(44100, 28); head.writeUInt16LE(2, 32);
head.writeUInt16LE(16, 34); head.write('data', 36); head.writeUInt32LE(samples * 2, 40);
process.stdout.write(Buffer.concat([head, Buffer.alloc(samples * 2, 1)]));
`;

  it('speaks both languages, slower where that is set, and fails for a voice that is not there', async () => {
    const file = path.join(folder, 'piper.mjs');
    await writeFile(file, PIPER);
    const way = readWay('piper');
    const command = (way.SPEECH_COMMAND ?? '').replace(/^piper /, `${process.execPath} ${file} `);
    const { speaker } = readSettings({ ...way, SPEECH_COMMAND: command });
    expect(await measureSpeech(speaker)).toEqual({ rate: 22_050, seconds: 0.5 });
    expect(await measureSpeech(speaker, { language: 'fr', speed: 0.5 })).toEqual({
      rate: 22_050,
      seconds: 1,
    });
    await expect(measureSpeech(speaker, { voice: 'en_US-nobody' })).rejects.toMatchObject({
      failure: 'command_failed',
    });
  });
});

it('the voices of espeak-ng are named in its command, and other speech of a sentence is told apart', () => {
  const { speaker } = readSettings(readWay('espeak-ng'));
  if (!speaker) throw new Error('The settings name no voice.');
  const { getVoice } = createSpeechSynthesiser(speaker);
  expect(getVoice(request())).toContain('-v en-gb --stdin');
  expect(getVoice(request({ language: 'fr' }))).toContain('-v fr --stdin');
  // It is not told of the speed, so that the sound is the same.
  expect(getVoice(request({ speed: 0.5 }))).toBe(getVoice(request()));
  const piper = readSettings(readWay('piper')).speaker;
  if (!piper) throw new Error('The settings name no voice.');
  const other = createSpeechSynthesiser(piper);
  expect(other.getVoice(request({ speed: 0.5 }))).not.toBe(other.getVoice(request()));
});
