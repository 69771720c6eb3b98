import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { benchList } from './list.ts';

// `npm run bench`: every measure is a ratio against a baseline of the same run, or a size against its budget.

const LIST_PROMISED = 0.5;

const kept = await benchList(LIST_PROMISED);
process.stdout.write('\nbundles, brotli:\n');
execFileSync(process.execPath, [path.join(import.meta.dirname, '../scripts/check-budgets.ts')], {
  stdio: 'inherit',
});
process.exitCode = kept ? 0 : 1;
