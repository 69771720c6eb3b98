// @module-tag whole

import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assert, asyncProperty, constantFrom, double, integer } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BootError } from '#server/db/boot-error.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import type { Pool } from '#server/db/pool.ts';
import { users } from '#server/features/account/table.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { hashRows } from '#server/testing/row-hashes.ts';
import { verifyBackup, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const PASSPHRASE = 'a long walk along the runway';
/** A key for the tests in no time: what takes a second for people who guess takes one for each file that is tried. */
const QUICK = { passphrase: PASSPHRASE, scryptWorkFactor: 10 };

let folder: string;
let app: TestApp;
let plain: string;
let encrypted: string;
const opened: Pool[] = [];

const createEmptyDatabase = async () => {
  const database = await createTestDatabase({ template: 'template0' });
  opened.push(database);
  return database;
};
const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-backup-'));
  await mkdir(inFolder('data/media/fr'), { recursive: true });
  await mkdir(inFolder('data/outbox'));
  await writeFile(inFolder('data/session-secret'), 'x'.repeat(43));
  await writeFile(inFolder('data/media/take-off.mp3'), randomBytes(3_000_000));
  await writeFile(inFolder('data/media/fr/empty.mp3'), '');
  await writeFile(inFolder('data/outbox/one.eml'), 'Subject: one\r\n\r\nHello\r\n');
  app = await createTestApp();
  await app.createPerson();
  await app.db.update(users).set({ name: 'Amelia\n\t\\N \\. \u{1f6eb}' });
  plain = inFolder('plain.backup');
  encrypted = inFolder('encrypted.backup');
  const options = { url: app.url, dataDir: inFolder('data') };
  await writeBackup(plain, options);
  await writeBackup(encrypted, { ...options, ...QUICK });
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function readFiles(dataDir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const file = path.join(entry.parentPath, entry.name);
      files[path.relative(dataDir, file)] = (await readFile(file)).toString('base64');
    }
  return files;
}

describe('a backup', () => {
  it('has every row and file as of one moment, although people go on writing', async () => {
    const over = new AbortController();
    const writing = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) await app.createPerson({ state: 'no_pass' });
    });
    const file = inFolder('under-load.backup');
    let hashes: Record<string, string> = {};
    try {
      await app.createPerson();
      await writeBackup(file, {
        url: app.url,
        dataDir: inFolder('data'),
        ...QUICK,
        onSnapshot: async (id) => {
          hashes = await hashRows(app.url, id);
          // Time for the others to write what the backup must not have.
          await app.createPerson();
        },
      });
    } finally {
      over.abort();
      await Promise.all(writing);
    }
    const database = await createEmptyDatabase();
    const dataDir = inFolder('restored');
    const options = { dataDir, databaseUrl: database.url, passphrase: PASSPHRASE };
    const { manifest } = await restoreBackup(file, options);
    expect(await hashRows(database.url)).toEqual(hashes);
    expect(await hashRows(app.url)).not.toEqual(hashes);
    expect(await readFiles(dataDir)).toEqual(await readFiles(inFolder('data')));
    expect(manifest.tables.find(({ name }) => name === 'public.users')?.rows).toBeGreaterThan(1);
    expect(await migrateDatabase(database)).toBe(0);
    // Sequences, triggers and views would be forgotten, or get in the way: the schema has none but those of its migrations
    // that version what is published, whose row is restored after what it is about.
    const { rows: extras } = await database.query(`
      select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('S', 'v', 'm')
      union all select tgname from pg_trigger where not tgisinternal and tgname not like '%\\_publication'
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
    expect([...extras]).toEqual([]);
  });

  it('can be read by its owner alone, and says nothing in clear when it is encrypted', async () => {
    const file = inFolder('by-itself.backup');
    const options = { url: app.url, dataDir: inFolder('data'), passphrase: PASSPHRASE };
    await writeBackup(file, options);
    const clear = await readFile(file, 'latin1');
    // The work of guessing a passphrase is age's own.
    expect(clear).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    expect(await verifyBackup(file, { passphrase: PASSPHRASE })).toMatchObject({
      head: { format: 1 },
    });
  });

  it('never takes the place of another file', async () => {
    const again = writeBackup(plain, { url: app.url, dataDir: inFolder('data') });
    await expect(again).rejects.toThrow('nothing is overwritten');
  });

  it('leaves nothing when it could not be finished', async () => {
    const target = inFolder('stopped');
    await mkdir(target);
    const stopping = new AbortController();
    const stopped = writeBackup(path.join(target, 'x.backup'), {
      url: app.url,
      dataDir: inFolder('data'),
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    });
    await expect(stopped).rejects.toThrow();
    expect(await readdir(target)).toEqual([]);
  });
});

describe('a restore', () => {
  const isRefused = async (file: string, words: string, passphrase?: string) => {
    const dataDir = inFolder('refused');
    const error: unknown = await restoreBackup(file, {
      dataDir,
      databaseUrl: undefined,
      passphrase,
    }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BootError);
    expect((error as Error).message).toContain(words);
    // Not even a database was made.
    expect(await readdir(folder)).not.toContain('refused');
  };

  it('refuses a file whole when any byte of it was changed', async () => {
    await assert(
      asyncProperty(
        constantFrom(plain, encrypted),
        double({ min: 0, max: 1, noNaN: true }),
        integer({ min: 1, max: 255 }),
        async (file, where, change) => {
          const bytes = await readFile(file);
          // The first ten bytes of gzip are the time and the system, which do not matter.
          const at = 10 + Math.floor(where * (bytes.length - 11));
          bytes[at] = (bytes[at] ?? 0) ^ change;
          await writeFile(inFolder('changed'), bytes);
          await isRefused(inFolder('changed'), '', PASSPHRASE);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('refuses a file whole when any part of its end is missing', async () => {
    await assert(
      asyncProperty(
        constantFrom(plain, encrypted),
        double({ min: 0, max: 1, noNaN: true }),
        async (file, where) => {
          const bytes = await readFile(file);
          const length = Math.floor(where * (bytes.length - 1));
          await writeFile(inFolder('cut'), bytes.subarray(0, length));
          await isRefused(inFolder('cut'), '', PASSPHRASE);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('refuses a wrong passphrase, a missing one, and what is no backup', async () => {
    await isRefused(encrypted, 'is not that of', 'another passphrase');
    await isRefused(encrypted, 'set BACKUP_PASSPHRASE');
    await isRefused(inFolder('data/outbox/one.eml'), 'is no backup');
    await isRefused(inFolder('nothing'), 'There is no file');
  });

  it('refuses to overwrite a database or a file', async () => {
    const before = await hashRows(app.url);
    const options = { dataDir: inFolder('other'), databaseUrl: app.url };
    await expect(restoreBackup(plain, options)).rejects.toThrow('nothing is overwritten');
    expect(await hashRows(app.url)).toEqual(before);
    const { url } = await createEmptyDatabase();
    const filled = { dataDir: inFolder('data'), databaseUrl: url };
    await expect(restoreBackup(plain, filled)).rejects.toThrow('nothing is overwritten');
  });

  it('can be tried again after it failed half way', async () => {
    const { url, query } = await createEmptyDatabase();
    const dataDir = inFolder('again');
    // What is in the way of the last file: a folder that cannot be replaced.
    await mkdir(path.join(dataDir, 'outbox/.trash'), { recursive: true });
    const options = { dataDir, databaseUrl: url };
    await expect(restoreBackup(plain, options)).rejects.toThrow();
    await rm(path.join(dataDir, 'outbox'), { recursive: true });
    expect(await readdir(dataDir)).toEqual([]);
    await restoreBackup(plain, options);
    expect((await query('select 1 from users')).rows.length).toBe(1);
  });

  it('brings a backup of an earlier version up to date', async () => {
    const old = await createEmptyDatabase();
    await migrateDatabase(old, await createEarlierMigrations(inFolder('migrations')));
    const file = inFolder('old.backup');
    await writeBackup(file, { url: old.url, dataDir: inFolder('none') });
    const { url, query } = await createEmptyDatabase();
    await restoreBackup(file, { dataDir: inFolder('upgraded'), databaseUrl: url });
    expect(await migrateDatabase({ query, url })).toBe(0);
    expect((await query('select 1 from prices')).rows.length).toBeGreaterThan(0);
  });

  it('refuses a backup of a version that it does not know', async () => {
    const newer = await createTestDatabase();
    opened.push(newer);
    await newer.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9000000000000)`,
    );
    const file = inFolder('newer.backup');
    await writeBackup(file, { url: newer.url, dataDir: inFolder('none') });
    const { url } = await createEmptyDatabase();
    const restored = restoreBackup(file, { dataDir: inFolder('older'), databaseUrl: url });
    await expect(restored).rejects.toThrow('newer version');
  });
});

/** A folder with the first migration alone. */
async function createEarlierMigrations(target: string): Promise<string> {
  const source = path.join(import.meta.dirname, '../db/migrations');
  const journal = JSON.parse(await readFile(path.join(source, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const [first] = journal.entries;
  await mkdir(path.join(target, 'meta'), { recursive: true });
  await writeFile(
    path.join(target, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: [first] }),
  );
  const sql = await readFile(path.join(source, `${first?.tag}.sql`));
  await writeFile(path.join(target, `${first?.tag}.sql`), sql);
  return target;
}
