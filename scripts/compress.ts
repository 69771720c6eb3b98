import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Writes `.br` and `.gz` files, at maximum compression, beside every built file that becomes smaller.
// `server/pages/files.ts` serves them.

const CLIENT = path.join(import.meta.dirname, '../dist/client');
const COMPRESSIBLE = /\.(?:html|js|css|svg)$/;

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
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => compress(path.join(entry.parentPath, entry.name))),
);
