import * as fake from 'fake-indexeddb';

/** Gives a test a fresh IndexedDB, as browsers have one; `stub` sets a global until the test is over. */
export function stubIndexedDb(stub: (name: string, value: unknown) => unknown): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) stub(name, value);
  stub('indexedDB', new fake.IDBFactory());
}
