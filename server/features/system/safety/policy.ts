import {
  DEPLOYMENT_SAFETY_CHECKS,
  type DeploymentSafetyCheck,
  type DeploymentSafetyCheckName,
} from '#shared/rules/deployment-safety-checks.ts';
import { listMissingOperatorSettings, parseOperatorSettings } from '../policy.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** A check of the settings: how it stands, and the sentence that refuses the start of a server with a public address. */
interface Check {
  isOk: (given: Given) => boolean;
  /** Missing where the server starts all the same. */
  problem?: string;
}

/** Words that a manual puts where something of one's own belongs. */
const PLACEHOLDER = /change[-_ ]?(?:me|this)|example|placeholder|your[-_ ]/i;
const MIN_DISTINCT_CHARACTERS = 12;
/** A wider network is no proxy of the operator's own: bits of IPv4, of IPv6, and of IPv4 as IPv6 writes it. */
const WIDEST_NETWORK = { v4: 8, v6: 16, mapped: 96 + 8 };
const LIVE_KEY = /^[a-z]+_live_/;

const isStrong = (secret: string) =>
  new Set(secret).size >= MIN_DISTINCT_CHARACTERS && !PLACEHOLDER.test(secret);

function isNarrow(network: string): boolean {
  const [address = '', bits] = network.trim().split('/');
  if (bits === undefined) return true;
  if (!address.includes(':')) return Number(bits) >= WIDEST_NETWORK.v4;
  // Written in the one short way, as addresses of the web are.
  const isMapped = URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:') ?? false;
  return Number(bits) >= (isMapped ? WIDEST_NETWORK.mapped : WIDEST_NETWORK.v6);
}

const CHECKS: Record<DeploymentSafetyCheckName, Check> = {
  https: {
    isOk: ({ PUBLIC_URL }) => PUBLIC_URL?.startsWith('https:') ?? false,
    problem: 'PUBLIC_URL must begin with https: what people write would be sent in the clear.',
  },
  listening: {
    isOk: ({ HOST, PUBLIC_URL }) => PUBLIC_URL !== undefined || isLoopbackHost(HOST),
  },
  secret: {
    isOk: ({ SESSION_SECRET }) => SESSION_SECRET === undefined || isStrong(SESSION_SECRET),
    problem:
      'SESSION_SECRET can be guessed: leave it out, or take the output of `openssl rand -base64 48`.',
  },
  proxies: {
    isOk: ({ TRUSTED_PROXIES }) => (TRUSTED_PROXIES ?? '').split(',').every(isNarrow),
    problem:
      'TRUSTED_PROXIES trusts everybody: name the proxies alone, or anybody can write the address that limits count.',
  },
  emulator: {
    isOk: ({ FIREBASE_AUTH_EMULATOR_HOST }) => FIREBASE_AUTH_EMULATOR_HOST === undefined,
    problem: 'FIREBASE_AUTH_EMULATOR_HOST must not be set: anybody can make its tokens.',
  },
  liveSandbox: {
    isOk: (given) => !isSandboxWithLiveKeys(given),
    problem:
      'BILLING_SANDBOX is 1 and STRIPE_SECRET_KEY is a live key: passes would be free, and nobody could pay.',
  },
  testMode: { isOk: (given) => !isTestMode(given) },
  backups: { isOk: ({ BACKUP_DIR }) => BACKUP_DIR !== undefined },
  backupPassphrase: {
    isOk: ({ BACKUP_DIR, BACKUP_PASSPHRASE }) =>
      BACKUP_PASSPHRASE === undefined
        ? BACKUP_DIR === undefined
        : !PLACEHOLDER.test(BACKUP_PASSPHRASE),
    problem:
      'BACKUP_PASSPHRASE must be set, and not be the one of the manual: backups hold health data.',
  },
  email: { isOk: ({ SMTP_URL }) => SMTP_URL !== undefined },
  operator: {
    isOk: (given) => listMissingOperatorSettings(parseOperatorSettings(given)).length === 0,
  },
  phone: { isOk: (given) => !mayCharge(given) || given['OPERATOR_PHONE'] !== undefined },
  vat: { isOk: (given) => !mayCharge(given) || given['OPERATOR_VAT'] !== undefined },
  mediator: { isOk: (given) => !mayCharge(given) || given['OPERATOR_MEDIATOR'] !== undefined },
};

/**
 * Whether passes are, or are about to be, sold: not where test mode was switched off and no payment service is set. A
 * seller must name a telephone (Code de la consommation, L221-5), a mediator (L616-1) and a VAT number or why there is
 * none.
 */
function mayCharge({ BILLING_SANDBOX, STRIPE_SECRET_KEY }: Given): boolean {
  return STRIPE_SECRET_KEY !== undefined || BILLING_SANDBOX !== '0';
}

/** Whether passes are free, as they are without settings on this machine alone, or paid with Stripe's test cards. */
function isTestMode({ BILLING_SANDBOX, STRIPE_SECRET_KEY, PUBLIC_URL, HOST }: Given): boolean {
  if (BILLING_SANDBOX === '1') return true;
  if (STRIPE_SECRET_KEY !== undefined) return !LIVE_KEY.test(STRIPE_SECRET_KEY);
  const isReached =
    PUBLIC_URL === undefined ? !isLoopbackHost(HOST) : PUBLIC_URL.startsWith('https:');
  return BILLING_SANDBOX === undefined && !isReached;
}

/** Whether test mode is on although Stripe's keys are for real money. */
function isSandboxWithLiveKeys({ BILLING_SANDBOX, STRIPE_SECRET_KEY }: Given): boolean {
  return BILLING_SANDBOX === '1' && LIVE_KEY.test(STRIPE_SECRET_KEY ?? '');
}

/** Whether a server that listens on `host` (HOST; this machine's by default) can be reached from this machine alone. */
export function isLoopbackHost(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Lists the safety checks of the settings, in the order of the studio's page "Safe to open?". `given`: those set. */
export const runDeploymentSafetyChecks = (given: Given): DeploymentSafetyCheck[] =>
  DEPLOYMENT_SAFETY_CHECKS.map((name) => {
    const { isOk, problem } = CHECKS[name];
    if (isOk(given)) return { name, state: 'ok' };
    return { name, state: problem === undefined ? 'warning' : 'refused' };
  });

/**
 * Returns a sentence for each safety check that refuses the start: for a server with a public address every one, for
 * another only the one on live keys.
 */
export function findStartBlockingSafetyProblems(given: Given, hasPublicAddress: boolean): string[] {
  return runDeploymentSafetyChecks(given).flatMap(({ name, state }) => {
    const { problem } = CHECKS[name];
    return state === 'refused' && problem && (hasPublicAddress || name === 'liveSandbox')
      ? [problem]
      : [];
  });
}
