import * as fake from 'fake-indexeddb';

/**
 * Gives a test a fresh, empty IndexedDB that behaves as a browser's; `stub` is the test's function that sets a global
 * until the test is over.
 */
export function installInMemoryIndexedDb(stub: (name: string, value: unknown) => unknown): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) stub(name, value);
  stub('indexedDB', new fake.IDBFactory());
}
