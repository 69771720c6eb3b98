import { openDatabase } from '#server/db/connect.ts';
import type { Database } from '#server/db/pool.ts';
import { readSettings } from '#server/env.ts';
import { findByEmail, listAdmins } from '#server/features/roles/reads.ts';
import { changeRole } from '#server/features/roles/writes.ts';
import { formatStartError } from '#server/boot.ts';

// npm run admin -- grant|revoke <e-mail> [builtin|firebase] [unconfirmed], npm run admin -- list
// Who is an admin is decided on the server's own machine, never by signing up first. The server may run meanwhile.

const USAGE = `npm run admin -- grant <e-mail>
npm run admin -- revoke <e-mail>
npm run admin -- list`;

/** Runs one command; resolves to its output and exit code. */
async function runCommand(db: Database, [command, email, ...more]: string[]) {
  const provider = more.find((word) => word !== 'unconfirmed');
  if (command === 'list' && email === undefined) {
    const admins = await listAdmins(db);
    const lines = admins.map((admin) => `${admin.email} (${admin.provider})`);
    return { text: lines.join('\n') || 'There is no admin yet.', code: 0 };
  }
  if ((command !== 'grant' && command !== 'revoke') || email === undefined)
    return { text: USAGE, code: 2 };
  const all = await findByEmail(db, email);
  const found = all.filter((one) => provider === undefined || one.provider === provider);
  const [one, another] = found;
  if (!one) return { text: `Nobody has signed up with ${email} yet.`, code: 1 };
  if (another) {
    const providers = found.map((person) => person.provider).join(' or ');
    return { text: `${email} has several accounts: add ${providers} at the end.`, code: 1 };
  }
  if (command === 'grant' && !one.isConfirmed && !more.includes('unconfirmed'))
    return { text: formatUnconfirmedWarning(one), code: 1 };
  const role = command === 'grant' ? ('admin' as const) : ('member' as const);
  const changed = await changeRole(db, { userId: one.id, role, actorId: null }, new Date());
  const is = role === 'admin' ? 'is an admin' : 'is no admin';
  return { text: `${one.email} ${changed ? `${is} now` : `${is} already`}.`, code: 0 };
}

/** Anyone can sign up with any address: until it is verified, the operator must confirm the identity. */
function formatUnconfirmedWarning({ email, since }: { email: string; since: Date }): string {
  const day = since.toISOString().slice(0, 10);
  return (
    `${email} signed up on ${day}, and has not yet confirmed by e-mail that the address is theirs ` +
    `(a new password through the sign-in page does). If you know that it is they: ` +
    `npm run admin -- grant ${email} unconfirmed`
  );
}

try {
  const { databaseUrl, dataDir } = readSettings();
  const database = await openDatabase({ url: databaseUrl, dataDir });
  try {
    const { text, code } = await runCommand(database.db, process.argv.slice(2));
    process.stdout.write(`${text}\n`);
    process.exitCode = code;
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exitCode = 1;
}
