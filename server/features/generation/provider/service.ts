import { setTimeout as delay } from 'node:timers/promises';

export type ProviderFailure =
  | 'provider_refused'
  | 'provider_unreachable'
  | 'provider_garbage'
  | 'command_failed';

/** A provider did not answer, refused, or sent an unusable answer. The message contains nothing that was sent. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

export interface RequestLimits {
  timeoutMs: number;
  /** Size limit of an answer. */
  maxBytes: number;
  signal: AbortSignal;
  /** Pauses before each retry; their number is that of the retries. */
  pausesMs: readonly number[];
}

/** Statuses after which a retry may succeed. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Posts JSON to an outside service, with `key` as bearer token; resolves to the bytes of the reply. Timeouts, network
 * failures and the statuses 408, 429 and 5xx are retried after `pausesMs`.
 * @throws {ProviderError}; the reason of `signal`
 */
export async function postJsonWithRetries(
  url: string,
  key: string | undefined,
  body: object,
  { timeoutMs, maxBytes, signal, pausesMs }: RequestLimits,
): Promise<Buffer> {
  const headers = {
    'content-type': 'application/json',
    ...(key && { authorization: `Bearer ${key}` }),
  };
  for (let attempt = 0; ; attempt++) {
    const pause = pausesMs[attempt];
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, timeout]),
        redirect: 'error',
      });
      if (response.ok) return await readLimited(response, maxBytes);
      await response.body?.cancel();
      if (!isPassing(response.status)) throw new ProviderError('provider_refused');
      if (pause === undefined) throw new ProviderError('provider_unreachable');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) throw error;
      if (pause === undefined) throw new ProviderError('provider_unreachable', { cause: error });
    }
    await delay(pause, undefined, { signal });
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += (part as Uint8Array).length;
    if (size > maxBytes) throw new ProviderError('provider_garbage');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
