import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createDraftWriter } from '#server/features/generation/writer/service.ts';
import { createSpeechSynthesiser } from '#server/features/generation/speaker/service.ts';
import { createTestWav } from './test-wav.ts';

const KEY = 'a key that only the tests know';
/** Sentences without faults by any rule of content. */
const SENTENCE = {
  en: 'Breathe in slowly, and let the air leave by itself.',
  fr: 'Inspirez lentement, et laissez l’air repartir tout seul.',
};

/** Returns a valid session script of about four minutes, for tests. */
export function createTestScript(language: 'en' | 'fr', title = 'Steady air'): string {
  const body = Array.from({ length: 24 }, () => `${SENTENCE[language]}\n[pause 5]`).join('\n');
  return `title: ${title}\nsummary: A summary.\n---\n${body}\n`;
}

interface Asked {
  url: string;
  key: string | undefined;
  body: { messages?: { role: string; content: string }[]; input?: string; voice?: string };
}

/** A reply in place of a proper one: an error status, or an invalid body. */
type Trouble = { status: number } | { body: string };

/** Every voice is as loud as its sentence is long, so that there is something to level. */
const getLevel = (characters: number) => 0.02 + (characters % 40) / 100;

/** Speech as a provider sends it: 24,000 samples a second, 15 characters in each. */
const REAL_RATE = 24_000;
const CHARACTERS_A_SECOND = 15;

/** Creates the function that speaks a sentence of so many characters: in half a second, or as long as it really takes. */
function createVoice(isReal: boolean): (characters: number) => Buffer {
  const kept = new Map<number, Buffer>();
  return (characters) => {
    const level = getLevel(characters);
    if (!isReal) return createTestWav([{ seconds: 0.5, level }]);
    const seconds = characters / CHARACTERS_A_SECOND;
    const wav = kept.get(characters) ?? createTestWav([{ seconds, level }], REAL_RATE);
    kept.set(characters, wav);
    return wav;
  };
}

/**
 * Starts a fake of the services that generate sessions (chat completions and speech) over real HTTP. It can fail, send
 * garbage, and delay its replies. With `secondsASentence` its voice takes that long for each, and what it sends is as
 * much as a real one sends.
 */
export async function startFakeGenerationProviders({ secondsASentence = 0 } = {}) {
  const say = createVoice(secondsASentence > 0);
  const asked: Asked[] = [];
  const spoken: string[] = [];
  const troubles: Trouble[] = [];
  let held: Promise<void> | null = null;
  let answersBeforeHold = 0;
  let letGo = () => {};
  let write: (messages: { content: string }[]) => string = (messages) =>
    createTestScript(messages.some(({ content }) => content.includes('in French')) ? 'fr' : 'en');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = request.url ?? '';
    const body = JSON.parse(text) as Asked['body'];
    asked.push({ url, key: request.headers.authorization, body });
    if (secondsASentence > 0) await delay(secondsASentence * 1000);
    if ((answersBeforeHold -= 1) < 0) await held;
    const trouble = troubles.shift();
    if (trouble && 'status' in trouble) return void response.writeHead(trouble.status).end('no');
    if (trouble) return void response.end(trouble.body);
    if (url.endsWith('/audio/speech')) {
      response.once('finish', () => {
        if (!request.socket.destroyed) spoken.push(`${body.voice} ${body.input}`);
      });
      response.writeHead(200, { 'content-type': 'audio/wav' });
      return void response.end(say(body.input?.length ?? 0));
    }
    const content = write(body.messages ?? []);
    const usage = { prompt_tokens: 1000, completion_tokens: 500 };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { content } }], usage }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const pauses = [1, 1];
  const voices = { en: 'ada', fr: 'zoe' };
  const speaker = createSpeechSynthesiser({ url, model: 'a-voice', key: KEY, voices }, pauses);
  let speaksBeforeEnd = Infinity;
  return {
    /** The dependency `generation` of a server that uses these providers, with prices. */
    generation: {
      writer: createDraftWriter({ url, model: 'a-model', key: KEY }, pauses),
      speaker: {
        ...speaker,
        speak: (...said: Parameters<typeof speaker.speak>) => {
          if ((speaksBeforeEnd -= 1) >= 0) return speaker.speak(...said);
          speaksBeforeEnd = Infinity;
          throw new Error('the process ends');
        },
      },
      sentencesAtOnce: 4,
      prices: { currency: 'EUR', input: 1, output: 4, characters: 15 },
    },
    url,
    asked,
    /** Voice and words of each sentence whose speech arrived, which is what a provider is paid for. */
    spoken,
    /** Makes the next requests fail like this, one each. */
    trouble: (...next: Trouble[]) => void troubles.push(...next),
    forget: () => void troubles.splice(0),
    write: (next: typeof write) => void (write = next),
    /** Makes speaking throw, as if the process ended, after `sentences` more sentences. */
    endProcess: (sentences = 0) => void (speaksBeforeEnd = sentences),
    /** Delays replies until `letGo` is called, but for so many that come first. */
    hold: (answers = 0) => {
      answersBeforeHold = answers;
      held = new Promise((resolve) => (letGo = resolve));
    },
    letGo: () => {
      letGo();
      held = null;
    },
    /** Closes every connection: delayed replies never arrive. */
    drop: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((resolve) => {
        letGo();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
