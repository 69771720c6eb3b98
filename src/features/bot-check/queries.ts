import type { BotCheckAction, WorkToDo } from '#shared/contract/bot-check.ts';
import { api } from '#web/lib/api.ts';
import { mayUseRecaptcha } from './store.ts';

/** A slow phone needs two seconds; whoever needs more goes on without a token. */
const PATIENCE_MS = 8_000;

/**
 * Runs the bot check for one action. Resolves to a token for the server, good once and for that action,
 * or to null when anything fails or takes too long: then the form is sent all the same. Never rejects.
 */
export async function execute(action: BotCheckAction): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const { challenge, recaptchaSiteKey } = await api('GET /api/bot-check/challenge', {
      query: { action },
      signal,
    });
    const given =
      recaptchaSiteKey && mayUseRecaptcha()
        ? await askGoogle(recaptchaSiteKey, action, signal)
        : null;
    return given ?? (await solve(challenge, signal));
  } catch {
    return null;
  }
}

async function askGoogle(siteKey: string, action: BotCheckAction, signal: AbortSignal) {
  const { askRecaptcha } = await import('./recaptcha/ask.ts');
  const token = await askRecaptcha(siteKey, action, signal).catch(() => null);
  return token && `recaptcha.${token}`;
}

function solve(challenge: WorkToDo, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL('./worker/solve.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(challenge);
  });
  return answer.finally(() => worker.terminate());
}
