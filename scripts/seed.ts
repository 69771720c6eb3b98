import path from 'node:path';
import { eq } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import { formatStartError } from '#server/boot.ts';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { throwBootError } from '#server/db/boot-error.ts';
import { openDatabase } from '#server/db/connect.ts';
import { readSettings } from '#server/env.ts';
import { users } from '#server/features/account/table.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { createTestPerson, PASSWORD } from '#server/testing/people.ts';
import { insertListensAndProgress, insertPeople } from '../bench/fill-database.ts';

// npm run seed
// For development: a person in each state, in both languages, one of them with a year of use, an admin, and a hundred others
// with some, in the database of the settings, which must have no people yet. The server may run meanwhile.

const STATES = ['onboarding', 'no_pass', 'pass'] as const;
const OTHERS = 100;

async function seed(): Promise<string> {
  const { database: address, dataDir } = readSettings();
  const database = await openDatabase({ ...address, dataDir });
  const { dependencies } = await createTestDependencies(database);
  const app = await buildApp(dependencies);
  try {
    const { db } = database;
    if ((await db.select().from(users).limit(1)).length > 0)
      throwBootError('There are people in this database: npm run seed fills an empty one alone.');
    await importLibraryAndUpdateSearchIndex(db, path.join(import.meta.dirname, '../content'));
    const emails: string[] = [];
    const add = async (name: string, state: (typeof STATES)[number], language: 'en' | 'fr') => {
      const email = `${name}@example.org`;
      emails.push(email);
      return createTestPerson(app, db, { email, state, language, name: 'Amelia' });
    };
    for (const state of STATES)
      for (const language of ['en', 'fr'] as const)
        await add(`${state.replace('_', '-')}-${language}`, state, language);
    const year = await add('year', 'pass', 'en');
    const { id } = await add('admin', 'pass', 'en');
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, id));
    await insertListensAndProgress(database, { where: `id = '${year.id}'`, each: 300 });
    await insertPeople(database, OTHERS);
    await insertListensAndProgress(database, { where: `provider = 'bench'`, each: 40 });
    return `Made ${emails.join(', ')}, and ${OTHERS} others. Their password: ${PASSWORD}`;
  } finally {
    await app.close();
    await dependencies.jobs.close();
    await database.close();
  }
}

try {
  process.stdout.write(`${await seed()}\n`);
} catch (error) {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exitCode = 1;
}
