import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Leaves `.br` and `.gz` beside every built file that gets smaller by it, as small as they can be made:
// the time is spent once, here. `server/pages/files.ts` sends them.

const CLIENT = path.join(import.meta.dirname, '../dist/client');
const WORTH_IT = /\.(?:js|css|svg|txt)$/;

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < plain.length) await writeFile(`${file}.br`, br);
  if (zipped.length < plain.length) await writeFile(`${file}.gz`, zipped);
}

const entries = await readdir(CLIENT, { recursive: true, withFileTypes: true });
await Promise.all(
  entries
    .filter((entry) => entry.isFile() && WORTH_IT.test(entry.name))
    .map((entry) => compress(path.join(entry.parentPath, entry.name))),
);
