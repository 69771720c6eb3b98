let loadAll: () => Promise<unknown> = () => Promise.resolve();

/** Sets the function that loads every feature that defines writes; only the app knows them all. */
export function setWriteDefinitionsLoader(load: () => Promise<unknown>): void {
  loadAll = load;
}

/**
 * Loads every definition of writes.
 * @throws where their code can be had neither from this device nor from the server
 */
export const loadWriteDefinitions = (): Promise<unknown> => loadAll();
