import { formatStartError } from '#server/boot.ts';
import { readSettings } from '#server/env.ts';
import { runNarrateCommand } from './narrate-command.ts';

// npm run narrate
// npm run narrate -- start <e-mail of an admin or editor> [--ceiling=<characters>] [--unpublished]
// npm run narrate -- pause|resume|again|cancel <e-mail of an admin or editor>
// Tells what of the library has no recording yet and what it costs, and has the server speak it. The server may run
// meanwhile.

try {
  const { text, code } = await runNarrateCommand(readSettings(), process.argv.slice(2));
  process.stdout.write(`${text}\n`);
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exitCode = 1;
}
