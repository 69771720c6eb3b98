import { hkdfSync, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  type BotCheckAction,
  type BotCheckChallenge,
  solvedChallengeSchema,
  botCheckChallengeSchema,
} from '#shared/contract/bot-check.ts';
import { verifyRecaptchaToken, type RecaptchaSettings } from './recaptcha/service.ts';

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;
// Verifying costs the server one derivation; a browser tries up to MAX_TRIES: measured in
// docs/decisions/016-bot-check.md.
const ITERATIONS = 5_000;
const MIN_TRIES = 30;
const MAX_TRIES = 90;

/** Identifies a verified token, so that it can be used only once. */
export interface VerifiedBotCheckToken {
  id: string;
  until: Date;
}

/** Bot check: issues challenges and verifies tokens, each for one action. */
export interface BotCheck {
  /** Public reCAPTCHA key for browsers, which use it only with the person's agreement; null when not configured. */
  recaptchaSiteKey: string | null;
  /** Creates a proof-of-work challenge for one action, valid for ten minutes. */
  challenge(action: BotCheckAction, now: Date): Promise<BotCheckChallenge>;
  /**
   * Verifies a token without using it up. Null when it is missing, invalid, expired or for another action. Never
   * throws.
   */
  verify(
    action: BotCheckAction,
    token: string | null | undefined,
    now: Date,
  ): Promise<VerifiedBotCheckToken | null>;
}

export interface BotCheckOptions {
  /** The server's secret, from which the signing keys are derived. */
  secret: string;
  recaptcha?: RecaptchaSettings | undefined;
}

/**
 * Creates the check that a form is sent by a person and not by a bot: self-hosted ALTCHA, plus reCAPTCHA if its keys
 * are set.
 */
export function createBotCheck({ secret, recaptcha }: BotCheckOptions): BotCheck {
  const keys = {
    hmacSignatureSecret: deriveSecret(secret, 'challenge'),
    hmacKeySignatureSecret: deriveSecret(secret, 'solution'),
  };
  return {
    recaptchaSiteKey: recaptcha?.siteKey ?? null,
    async challenge(action, now) {
      const until = Math.floor((now.getTime() + LIFETIME_MS) / 1000);
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(MIN_TRIES, MAX_TRIES + 1),
        deriveKey,
        // Not the library's own `expiresAt`, which it compares with a clock that tests cannot set.
        data: { action, until },
        ...keys,
      });
      return botCheckChallengeSchema.parse(challenge);
    },
    async verify(action, token, now) {
      if (!token) return null;
      const dot = token.indexOf('.');
      const kind = token.slice(0, dot);
      const value = token.slice(dot + 1);
      if (kind === 'altcha') return verifySolvedChallenge(keys, action, value, now);
      if (kind === 'recaptcha' && recaptcha)
        return verifyRecaptchaToken(recaptcha, action, value, now);
      return null;
    },
  };
}

type Keys = Record<'hmacSignatureSecret' | 'hmacKeySignatureSecret', string>;

function deriveSecret(secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `envol bot check ${use}`, 32)).toString('hex');
}

async function verifySolvedChallenge(keys: Keys, action: BotCheckAction, value: string, now: Date) {
  const work = solvedChallengeSchema.safeParse(parseBase64Json(value)).data;
  if (!work) return null;
  const { nonce, data } = work.challenge.parameters;
  const until = new Date(data.until * 1000);
  if (data.action !== action || until <= now) return null;
  const { verified } = await verifySolution({ ...work, deriveKey, ...keys });
  return verified ? { id: nonce, until } : null;
}

function parseBase64Json(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
