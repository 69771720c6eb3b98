import { z } from 'zod';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import type { Database } from '#server/db/pool.ts';
import type { Settings } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { loadOrCreateSecret } from '#server/secret.ts';
import { isLanguage } from '#shared/rules/languages.ts';
import { listAccountsWithEmail, listStaff } from '#server/features/roles/reads.ts';
import { changeRole } from '#server/features/roles/writes.ts';
import { type Role, ROLES } from '#shared/rules/roles.ts';

const USAGE = `npm run admin -- grant <e-mail> [admin|editor|support]
npm run admin -- revoke <e-mail>
npm run admin -- list
npm run admin -- two-step-off <e-mail>
npm run admin -- pass <e-mail> [days]
npm run admin -- invite <e-mail> [en|fr]
npm run admin -- invite waitlist <number>`;

const MAX_INVITED = 500;

interface Outcome {
  text: string;
  code: number;
}

/** Runs `npm run admin` with these words on the database of the settings; resolves to its output and exit code. */
export async function runAdminCommand(
  settings: Settings,
  [command, ...words]: string[],
): Promise<Outcome> {
  const { dataDir } = settings;
  const database = await openDatabase({ ...settings.database, dataDir });
  try {
    if (command === 'invite') return await runInvite(settings, database, words);
    if (command === 'pass') return await runPass(database.db, words);
    return command === 'two-step-off' && words.length === 1
      ? await runTwoStepOff(database.db, words[0] ?? '', settings.firebase !== undefined)
      : await runRoleCommand(database.db, [command, ...words]);
  } finally {
    await database.close();
  }
}

/** For a person who has lost their app, their passkeys and their recovery codes. */
async function runTwoStepOff(db: Database, email: string, isFirebase: boolean): Promise<Outcome> {
  const all = await listAccountsWithEmail(db, email);
  const one = all.find((person) => person.provider === (isFirebase ? 'firebase' : 'builtin'));
  if (!one) return { text: `Nobody has signed up with ${email} yet.`, code: 1 };
  const { turnOffSecondFactorAndEndSessionsByCommand } =
    await import('#server/features/people/writes.ts');
  const wasOn = await turnOffSecondFactorAndEndSessionsByCommand(
    db,
    { ...one, userId: one.id },
    new Date(),
  );
  const now = isFirebase
    ? `${one.email} sets two-step sign-in up anew before the studio opens.`
    : `${one.email} signs in by the password alone now, and is signed out everywhere.`;
  return { text: wasOn ? now : `${one.email} has no two-step sign-in.`, code: 0 };
}

const MAX_DAYS = 3650;
const DAY_MS = 86_400_000;

/** Gives a person a pass for some days, or for good, as the studio does. */
async function runPass(
  db: Database,
  [email = '', length, ...more]: (string | undefined)[],
): Promise<Outcome> {
  const days = length === undefined ? null : Number(length);
  const isPossible = days === null || (Number.isInteger(days) && days > 0 && days <= MAX_DAYS);
  if (email === '' || !isPossible || more.length > 0) return { text: USAGE, code: 2 };
  const [one, another] = await listAccountsWithEmail(db, email);
  if (!one) return { text: `Nobody has signed up with ${email} yet.`, code: 1 };
  if (another)
    return { text: `${email} has several accounts: give the pass in the studio.`, code: 1 };
  const { grantPass } = await import('#server/features/billing/grants/writes.ts');
  const at = new Date();
  const endsAt = days === null ? null : new Date(at.getTime() + days * DAY_MS);
  const tier = endsAt ? 'premium' : 'lifetime';
  const grant = { userId: one.id, tier, endsAt, reason: 'command line' } as const;
  await grantPass(db, grant, { actorId: null, at });
  const until = endsAt ? `until ${endsAt.toISOString().slice(0, 10)}` : 'for good';
  return { text: `${one.email} has a pass ${until}.`, code: 0 };
}

async function runInvite(
  settings: Settings,
  database: OpenDatabase,
  [to = '', how = 'en']: string[],
): Promise<Outcome> {
  const { signUp, baseUrl, firebase } = settings;
  if (firebase) return { text: 'Invitations need our own sign-in, not Firebase.', code: 1 };
  if (signUp === 'closed')
    return { text: 'Sign-up is closed: set SIGN_UP to waitlist or open first.', code: 1 };
  const { db } = database;
  // Loaded for invitations alone: the other commands are there sooner.
  const [
    { openJobQueue },
    { createBuiltinAuth },
    { inviteByEmail, inviteFromWaitlistAndDeleteEntries },
  ] = await Promise.all([
    import('#server/db/jobs.ts'),
    import('#server/features/identity/service.ts'),
    import('#server/features/invitations/writes.ts'),
  ]);
  const secret = settings.sessionSecret ?? (await loadOrCreateSecret(settings.dataDir));
  const auth = createBuiltinAuth({ db, secret, baseUrl, signUp });
  const jobs = await openJobQueue(database, { log: createLog({ level: 'silent' }) });
  const deps = { auth, jobs, secret, baseUrl, signUp, clock: () => new Date() };
  try {
    const limit = Number(how);
    if (to === 'waitlist' && Number.isInteger(limit) && limit > 0 && limit <= MAX_INVITED) {
      const count = await inviteFromWaitlistAndDeleteEntries(deps, db, { longest: limit }, null);
      return { text: `${count} invited from the waitlist, each by e-mail.`, code: 0 };
    }
    if (!z.email().safeParse(to).success || !isLanguage(how)) return { text: USAGE, code: 2 };
    const link = await inviteByEmail(deps, db, { email: to, language: how }, null);
    if (link === null) return { text: `${to} has an account already.`, code: 1 };
    return {
      text: `${to} is invited by e-mail. The link in it works once, for two weeks:\n${link}`,
      code: 0,
    };
  } finally {
    await jobs.close();
  }
}

async function runRoleCommand(
  db: Database,
  [command, email, ...more]: (string | undefined)[],
): Promise<Outcome> {
  const given = command === 'grant' ? more.find(isGivenRole) : undefined;
  const provider = more.find((word) => word !== 'unconfirmed' && word !== given);
  if (command === 'list' && email === undefined) {
    const staff = await listStaff(db);
    const lines = staff.map(({ email: own, role, provider: at }) => `${own}: ${role} (${at})`);
    return { text: lines.join('\n') || 'Nobody has a role in the studio yet.', code: 0 };
  }
  if ((command !== 'grant' && command !== 'revoke') || email === undefined)
    return { text: USAGE, code: 2 };
  const all = await listAccountsWithEmail(db, email);
  const found = all.filter((one) => provider === undefined || one.provider === provider);
  const [one, another] = found;
  if (!one) return { text: `Nobody has signed up with ${email} yet.`, code: 1 };
  if (another) {
    const providers = found.map((person) => person.provider).join(' or ');
    return { text: `${email} has several accounts: add ${providers} at the end.`, code: 1 };
  }
  if (command === 'grant' && !one.isConfirmed && !more.includes('unconfirmed'))
    return { text: formatUnconfirmedWarning(one, given), code: 1 };
  const role = command === 'grant' ? (given ?? 'admin') : 'member';
  const changed = await changeRole(db, { userId: one.id, role, actorId: null }, new Date());
  const is = role === 'member' ? 'has no role in the studio' : `has the role ${role}`;
  return { text: `${one.email} ${is}${changed ? ' now' : ' already'}.`, code: 0 };
}

const isGivenRole = (word: string | undefined): word is Exclude<Role, 'member'> =>
  word !== 'member' && ROLES.some((role) => role === word);

/** A visitor can sign up with any address: until it is verified, the operator must confirm the identity. */
function formatUnconfirmedWarning(
  { email, since }: { email: string; since: Date },
  role: Role | undefined,
): string {
  const day = since.toISOString().slice(0, 10);
  return (
    `${email} signed up on ${day}, and has not yet confirmed by e-mail that the address is theirs. ` +
    `Let them open the link in the e-mail that Envol sent (the profile sends it once more; without SMTP_URL it ` +
    `lies in the folder outbox of DATA_DIR), or choose a new password through the sign-in page, then grant again. ` +
    `If you know that it is they, as on a new machine that nobody else has found: ` +
    `npm run admin -- grant ${email} ${role ? `${role} ` : ''}unconfirmed`
  );
}
