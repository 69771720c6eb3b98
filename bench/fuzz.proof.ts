import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import { createLog } from '#server/log.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { runFuzz } from '#server/testing/fuzz/run-fuzz.ts';

// npm run prove:fuzz -- [--seed 1] [--count 100000]
// Generated requests of every operation of the OpenAPI document, as five kinds of people: nothing breaks, nothing is
// answered that is not declared, and nobody changes a row of anybody else. The same seed sends the same requests, as far
// as the replies they build on are the same.

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '100000' } },
});

const folder = await mkdtemp(path.join(tmpdir(), 'envol-fuzz-'));
await chmod(folder, 0o755);
const errors = new Set<string>();
const log = createLog({
  level: 'error',
  stream: { write: (line) => void errors.add(line.replace(/"time":\d+,|"reqId":"[^"]*",/g, '')) },
});
try {
  const pool = await openDatabase({ dataDir: folder });
  await importContent(pool.db, path.join(import.meta.dirname, '../content'));
  const { dependencies } = await createTestDependencies(pool, {
    log,
    // The addresses in X-Forwarded-For are believed, so that each request has its own.
    trustedProxies: ['127.0.0.1'],
    media: createMediaStore(path.join(folder, 'media')),
  });
  const app = await buildApp(dependencies);
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const began = performance.now();
  let told = 0;
  const report = await runFuzz({
    app,
    sql: pool.sql,
    base,
    seed: Number(values.seed),
    count: Number(values.count),
    runJobs: () => dependencies.jobs.runPending(createJobHandlers(dependencies)),
    onProgress: (done) => {
      if (done - told < 5000) return;
      told = done;
      process.stdout.write(`  ${done} requests\n`);
    },
  });
  await app.close();
  await dependencies.jobs.close();
  await pool.close();
  const { requests, operations, statuses, neverDone, faults } = report;
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
  for (const line of errors) process.stdout.write(`LOGGED ${line}`);
  process.stdout.write(
    `seed ${values.seed}: ${requests} requests over ${operations} operations in ${Math.round((performance.now() - began) / 1000)} s, ` +
      `${JSON.stringify(statuses)}; never done: ${neverDone.join(', ') || 'none'}; ${faults.length} faults\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
