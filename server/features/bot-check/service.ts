import { hkdfSync, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  type BotCheckAction,
  type WorkToDo,
  workDone,
  workToDo,
} from '#shared/contract/bot-check.ts';
import { checkRecaptcha, type RecaptchaSettings } from './recaptcha/service.ts';

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;
// One derivation costs the server as much as a browser's single try, a browser tries up to MOST_TRIES:
// measured in docs/decisions/016-bot-check.md.
const ITERATIONS = 5_000;
const FEWEST_TRIES = 30;
const MOST_TRIES = 90;

/** What a token that was found good is remembered by, so that it is good once. */
export interface Proof {
  id: string;
  /** From then on the token is refused without being remembered. */
  until: Date;
}

/** Tells people from programs, for one action at a time. */
export interface BotCheck {
  /** Told to browsers, which ask Google only where their person agreed; null when it is not set up. */
  recaptchaSiteKey: string | null;
  /** A new piece of work for a browser. */
  challenge(action: BotCheckAction, now: Date): Promise<WorkToDo>;
  /** What a token proves; null when it is missing, wrong, for another action, or too late. Never throws. */
  verify(
    action: BotCheckAction,
    token: string | null | undefined,
    now: Date,
  ): Promise<Proof | null>;
}

export interface BotCheckOptions {
  /** The server's secret; the keys that sign are derived from it. */
  secret: string;
  recaptcha?: RecaptchaSettings | undefined;
}

/** ALTCHA served by ourselves, and reCAPTCHA beside it where its keys are set. */
export function createBotCheck({ secret, recaptcha }: BotCheckOptions): BotCheck {
  const keys = {
    hmacSignatureSecret: keyFrom(secret, 'challenge'),
    hmacKeySignatureSecret: keyFrom(secret, 'solution'),
  };
  return {
    recaptchaSiteKey: recaptcha?.siteKey ?? null,
    async challenge(action, now) {
      const until = Math.floor((now.getTime() + LIFETIME_MS) / 1000);
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(FEWEST_TRIES, MOST_TRIES + 1),
        deriveKey,
        // Not the library's own `expiresAt`, which it compares with a clock that tests cannot set.
        data: { action, until },
        ...keys,
      });
      return workToDo.parse(challenge);
    },
    async verify(action, token, now) {
      if (!token) return null;
      const dot = token.indexOf('.');
      const [kind, value] = [token.slice(0, dot), token.slice(dot + 1)];
      if (kind === 'altcha') return checkWork(keys, action, value, now);
      if (kind === 'recaptcha' && recaptcha) return checkRecaptcha(recaptcha, action, value, now);
      return null;
    },
  };
}

type Keys = Record<'hmacSignatureSecret' | 'hmacKeySignatureSecret', string>;

function keyFrom(secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `envol bot check ${use}`, 32)).toString('hex');
}

async function checkWork(keys: Keys, action: BotCheckAction, value: string, now: Date) {
  const work = workDone.safeParse(parse(value)).data;
  if (!work) return null;
  const { nonce, data } = work.challenge.parameters;
  const until = new Date(data.until * 1000);
  if (data.action !== action || until <= now) return null;
  const { verified } = await verifySolution({ ...work, deriveKey, ...keys });
  return verified ? { id: nonce, until } : null;
}

function parse(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
