import { openDatabase } from '#server/db/connect.ts';

// A stand-in for the app in a process of its own, for tests that kill it: opens the database of a data folder, says how,
// and leaves on SIGTERM.
const database = await openDatabase({
  dataDir: process.argv[2] ?? '',
  migrate: process.argv[3] === 'migrate',
});
process.on('SIGTERM', () => void database.close().then(() => process.exit(0)));
process.stdout.write(`${database.how} ${database.url}\n`);
