import * as fake from 'fake-indexeddb';

/**
 * Gives a test a fresh, empty IndexedDB that behaves as a browser's; `setGlobal` is the test's function that sets a global
 * until the test is over.
 */
export function installInMemoryIndexedDb(
  setGlobal: (name: string, value: unknown) => unknown,
): void {
  for (const [name, value] of Object.entries(fake))
    if (name.startsWith('IDB')) setGlobal(name, value);
  setGlobal('indexedDB', new fake.IDBFactory());
}
