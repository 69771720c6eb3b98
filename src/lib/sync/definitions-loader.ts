let loadAll: () => Promise<unknown> = () => Promise.resolve();

/** Sets the function that loads every feature that defines writes; only the app knows them all. */
export function setDefinitionsLoader(load: () => Promise<unknown>): void {
  loadAll = load;
}

/** Loads every definition of writes; those that cannot be loaded stay unknown. */
export const loadDefinitions = (): Promise<unknown> => loadAll().catch(() => {});
