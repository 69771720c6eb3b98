import { formatStartError } from '#server/boot.ts';
import { readSettings } from '#server/env.ts';
import { runAdminCommand } from './admin-command.ts';

// npm run admin -- grant|revoke <e-mail> [builtin|firebase] [unconfirmed], npm run admin -- list
// npm run admin -- two-step-off <e-mail>, npm run admin -- pass <e-mail> [days]
// npm run admin -- invite <e-mail> [en|fr], npm run admin -- invite waitlist <number>
// Who is an admin is decided on the server's own machine, never by signing up first. The server may run meanwhile.

try {
  const { text, code } = await runAdminCommand(readSettings(), process.argv.slice(2));
  process.stdout.write(`${text}\n`);
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exitCode = 1;
}
