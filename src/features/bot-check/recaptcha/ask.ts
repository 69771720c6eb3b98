interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Half of the patience there is, so that our own check can still follow when Google is blocked. */
const LOADING_MS = 3_000;
let loaded: Promise<void> | undefined;

/**
 * Asks reCAPTCHA v3 for a token; its script is loaded now, and at no other time.
 * @throws {Error} when it does not load, or does not answer in three seconds.
 */
export async function askRecaptcha(
  siteKey: string,
  action: string,
  signal: AbortSignal,
): Promise<string> {
  const late = new Promise<never>((_, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LOADING_MS)]);
    limit.addEventListener('abort', () => reject(new Error('reCAPTCHA did not answer')));
  });
  return Promise.race([late, ask(siteKey, action)]);
}

async function ask(siteKey: string, action: string): Promise<string> {
  loaded ??= load(siteKey);
  await loaded.catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('reCAPTCHA is not there');
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action });
}

function load(siteKey: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('reCAPTCHA did not load')));
    document.head.append(script);
  });
}
