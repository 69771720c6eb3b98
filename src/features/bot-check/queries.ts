import type { BotCheckAction, BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { readCookieDecisionOrRemoveInvalid } from '#web/features/cookie-consent/store.ts';
import { api, findApiIdentity } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';

/** A slow phone needs two seconds; after this time the form is sent without a token. */
const TIMEOUT_MS = 8_000;

/**
 * Returns whether a visitor accepted the functional cookies that reCAPTCHA needs. No decision counts as no, and no
 * signed-in person meets it.
 */
const isRecaptchaAllowed = (): boolean =>
  findApiIdentity() === null &&
  readCookieDecisionOrRemoveInvalid(now())?.choice.functional === true;

/**
 * Runs the bot check for one action. Resolves to a single-use token for that action, or to null when it fails or
 * takes too long; the form is then sent without one. Never rejects.
 */
export async function runBotCheck(action: BotCheckAction): Promise<string | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { challenge, recaptchaSiteKey } = await api('GET /api/bot-check/challenge', {
      query: { action },
      signal,
    });
    const given =
      recaptchaSiteKey && isRecaptchaAllowed()
        ? await findRecaptchaToken(recaptchaSiteKey, action, signal)
        : null;
    return given ?? (await solveInWorker(challenge, signal));
  } catch {
    return null;
  }
}

async function findRecaptchaToken(siteKey: string, action: BotCheckAction, signal: AbortSignal) {
  const { requestRecaptchaToken } = await import('./recaptcha/ask.ts');
  const token = await requestRecaptchaToken(siteKey, action, signal).catch(() => null);
  return token && `recaptcha.${token}`;
}

function solveInWorker(challenge: BotCheckChallenge, signal: AbortSignal): Promise<string | null> {
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
