import { defineConfig } from 'drizzle-kit';

// `npx drizzle-kit generate --name what_changes` writes the next migration from the tables.
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/db/table.ts', './server/features/**/table.ts'],
  out: './server/db/migrations',
});
