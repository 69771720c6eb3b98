import { z } from 'zod';
import { postJsonWithRetries, ProviderError } from '../provider/service.ts';

/** Settings of an endpoint with the interface of OpenAI's chat completions. */
export interface WriterSettings {
  url: string;
  model: string;
  key?: string | undefined;
}

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A model's answer, with the tokens that its provider counted (0 when it reports none). */
export interface ModelCompletion {
  text: string;
  tokensIn: number;
  tokensOut: number;
}

export interface DraftWriter {
  model: string;
  /** @throws {ProviderError}; the reason of `signal` */
  complete: (messages: readonly ModelMessage[], signal: AbortSignal) => Promise<ModelCompletion>;
}

const TIMEOUT_MS = 180_000;
const MAX_BYTES = 2_000_000;
const PAUSES_MS = [1_000, 5_000];

const count = z.int().min(0).max(10_000_000).catch(0);
const reply = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().min(1).max(100_000) }) }))
    .min(1),
  usage: z
    .object({ prompt_tokens: count, completion_tokens: count })
    .catch({ prompt_tokens: 0, completion_tokens: 0 }),
});

/**
 * Creates the client of a language model that writes drafts of sessions, from its settings; calls nothing yet.
 * `pausesMs` are the pauses before retries.
 */
export function createDraftWriter(
  { url, model, key }: WriterSettings,
  pausesMs: readonly number[] = PAUSES_MS,
): DraftWriter {
  const address = `${url.replace(/\/$/, '')}/chat/completions`;
  return {
    model,
    async complete(messages, signal) {
      const sending = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal, pausesMs };
      const answer = await postJsonWithRetries(address, key, { model, messages }, sending);
      const parsed = reply.safeParse(parseJson(answer));
      if (!parsed.success) throw new ProviderError('provider_garbage');
      const { choices, usage } = parsed.data;
      return {
        text: choices[0]?.message.content ?? '',
        tokensIn: usage.prompt_tokens,
        tokensOut: usage.completion_tokens,
      };
    },
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
