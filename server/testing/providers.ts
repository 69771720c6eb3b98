import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWriter } from '#server/features/generation/writer/service.ts';
import { createSpeaker } from '#server/features/generation/speaker/service.ts';
import { createSound } from './sounds.ts';

const KEY = 'a key that only the tests know';
/** A sentence that every rule of content lets pass. */
const SENTENCE = {
  en: 'Breathe in slowly, and let the air leave by itself.',
  fr: 'Inspirez lentement, et laissez l’air repartir tout seul.',
};

/** A script without faults: about four minutes. */
export function createScript(language: 'en' | 'fr', title = 'Steady air'): string {
  const body = Array.from({ length: 24 }, () => `${SENTENCE[language]}\n[pause 5]`).join('\n');
  return `title: ${title}\nsummary: A summary.\n---\n${body}\n`;
}

interface Asked {
  url: string;
  key: string | undefined;
  body: { messages?: { role: string; content: string }[]; input?: string; voice?: string };
}

/** What the next requests are answered with in place of an answer: a status, or bytes that are none. */
type Trouble = { status: number } | { body: string };

/**
 * Starts a server that speaks the providers' interfaces over real HTTP: chat completions, and speech. It can be told to
 * fail, to answer garbage, and to hold its answers.
 */
export async function startProviders() {
  const asked: Asked[] = [];
  const troubles: Trouble[] = [];
  let held: Promise<void> | null = null;
  let letGo = () => {};
  let write: (messages: { content: string }[]) => string = (messages) =>
    createScript(messages.some(({ content }) => content.includes('in French')) ? 'fr' : 'en');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = request.url ?? '';
    const body = JSON.parse(text) as Asked['body'];
    asked.push({ url, key: request.headers.authorization, body });
    await held;
    const trouble = troubles.shift();
    if (trouble && 'status' in trouble) return void response.writeHead(trouble.status).end('no');
    if (trouble) return void response.end(trouble.body);
    if (url.endsWith('/audio/speech')) {
      // Every voice is as loud as its sentence is long, so that there is something to level.
      const level = 0.02 + ((body.input?.length ?? 0) % 40) / 100;
      response.writeHead(200, { 'content-type': 'audio/wav' });
      return void response.end(createSound([{ seconds: 0.5, level }]));
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
  const speaker = createSpeaker({ url, model: 'a-voice', key: KEY, voices }, pauses);
  let speaksBeforeEnd = Infinity;
  return {
    /** The dependency of a server that uses it, with prices. */
    generation: {
      writer: createWriter({ url, model: 'a-model', key: KEY }, pauses),
      speaker: {
        ...speaker,
        speak: (...said: Parameters<typeof speaker.speak>) => {
          if ((speaksBeforeEnd -= 1) >= 0) return speaker.speak(...said);
          speaksBeforeEnd = Infinity;
          throw new Error('the process ends');
        },
      },
      prices: { currency: 'EUR', input: 1, output: 4, characters: 15 },
    },
    url,
    asked,
    /** Answers the next requests like this. */
    trouble: (...next: Trouble[]) => void troubles.push(...next),
    /** Sets what is written. */
    write: (next: typeof write) => void (write = next),
    /** Ends the work under way as a process that ends does, once it has had so many sentences spoken. */
    endProcess: (sentences = 0) => void (speaksBeforeEnd = sentences),
    /** Holds answers until `letGo`. */
    hold: () => {
      held = new Promise((resolve) => (letGo = resolve));
    },
    letGo: () => {
      letGo();
      held = null;
    },
    close: () =>
      new Promise<void>((resolve) => {
        letGo();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
