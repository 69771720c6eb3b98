import path from 'node:path';
import { importContent } from '#server/content.ts';
import { findDivergences } from '#server/testing/interleavings.ts';
import { SYNCED_KINDS } from '#server/testing/synced-kinds.ts';
import { openSite } from './site.ts';

// Two devices write apart and deliver in random orders: so many interleavings of every kind of write end alike, and
// nothing is lost. Arguments: how many of each kind, the seed, and the beginning of a kind's name to run it alone.

const [count = '10000', seed = String(Date.now() % 1_000_000), only = ''] = process.argv.slice(2);
const LANES = 3;

const site = await openSite();
let faults = 0;
try {
  const { database } = site;
  await importContent(database.db, path.join(import.meta.dirname, '../content'));
  // Nothing here has to outlive the run; every new connection waits for no disk.
  await database.query('alter system set synchronous_commit = off');
  await database.query('select pg_reload_conf()');
  process.stdout.write(`  seed ${seed}, ${count} interleavings of each kind\n`);
  for (const kind of SYNCED_KINDS.filter(({ name }) => name.startsWith(only))) {
    const began = performance.now();
    const run = { seed: Number(seed), interleavings: Number(count), lanes: LANES };
    const found = await findDivergences(database, kind, run);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    process.stdout.write(`  ${kind.name}: ${found.length} diverging or lossy, ${seconds} s\n`);
    for (const fault of found.slice(0, 3)) process.stdout.write(`    ${fault}\n`);
    faults += found.length;
  }
} finally {
  await site.close();
}
process.exitCode = faults === 0 ? 0 : 1;
