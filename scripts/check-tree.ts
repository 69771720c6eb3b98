import { globSync } from 'node:fs';
import path from 'node:path';
import { findTreeFaults } from './tree/faults.ts';
import { readSourceFile } from './tree/source.ts';

// The rules of CONTRIBUTING.md about files, names, sizes and imports, checked.
// `npx node scripts/check-tree.ts [root]` prints every fault and exits 1 when there is one.

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const files = globSync('{shared,server,src,scripts,bench,e2e}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('.d.ts'))
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();
const faults = findTreeFaults(files.map((file) => readSourceFile(root, file)));

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
