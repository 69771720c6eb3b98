import { RECAPTCHA_STORAGE_PREFIXES } from '#shared/rules/cookie-consent.ts';
import { recordThirdPartyScriptRunning } from '#web/features/scripts/store.ts';

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Less than half of the total timeout, so that our own challenge still has time when Google is blocked. */
const LOAD_TIMEOUT_MS = 3_000;
let loaded: Promise<void> | undefined;

/**
 * Requests a reCAPTCHA v3 token; its script is loaded only now.
 * @throws {Error} when the script does not load, does not answer within three seconds, or `signal` aborts.
 */
export async function requestRecaptchaToken(
  siteKey: string,
  action: string,
  signal: AbortSignal,
): Promise<string> {
  const timeout = new Promise<never>((_, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
    limit.addEventListener('abort', () => reject(new Error('reCAPTCHA did not answer')));
  });
  return Promise.race([timeout, executeRecaptcha(siteKey, action)]);
}

async function executeRecaptcha(siteKey: string, action: string): Promise<string> {
  loaded ??= loadScript(siteKey);
  await loaded.catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('reCAPTCHA is not there');
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action });
}

function loadScript(siteKey: string): Promise<void> {
  // So that a refusal later removes it and what it leaves (third-party-scripts.ts).
  recordThirdPartyScriptRunning('recaptcha', RECAPTCHA_STORAGE_PREFIXES);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('reCAPTCHA did not load')));
    document.head.append(script);
  });
}
