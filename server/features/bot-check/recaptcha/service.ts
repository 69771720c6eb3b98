import { createHash } from 'node:crypto';
import { z } from 'zod';

export interface RecaptchaSettings {
  siteKey: string;
  secretKey: string;
  /** Replaces Google's address, in tests. */
  verifyUrl?: string;
  timeoutMs?: number;
}

const VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const TIMEOUT_MS = 3_000;
/** The threshold that Google advises to begin with (reCAPTCHA v3, interpreting the score). */
const MIN_SCORE = 0.5;
/** Google accepts a token for two minutes; used tokens are remembered longer, to tolerate clock differences. */
const PROOF_LIFETIME_MS = 10 * 60_000;

const verdict = z.object({
  success: z.literal(true),
  action: z.string(),
  score: z.number().min(MIN_SCORE),
});

/**
 * Verifies a reCAPTCHA v3 token with Google. Returns its proof; null when it is invalid, for another action or scored
 * below 0.5, or when Google does not answer in time. The person's IP address is not sent.
 */
export async function verifyRecaptchaToken(
  { secretKey, verifyUrl = VERIFY_URL, timeoutMs = TIMEOUT_MS }: RecaptchaSettings,
  action: string,
  token: string,
  now: Date,
): Promise<{ id: string; until: Date } | null> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const found = response.ok ? verdict.safeParse(await response.json()).data : undefined;
    if (found?.action !== action) return null;
    const id = createHash('sha256').update(token).digest('base64url');
    return { id, until: new Date(now.getTime() + PROOF_LIFETIME_MS) };
  } catch {
    return null;
  }
}
