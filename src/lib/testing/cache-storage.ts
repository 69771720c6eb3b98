/** Gives a test Cache Storage that behaves as a browser's, as far as the app uses it; `setGlobal` sets a global. */
export function installInMemoryCacheStorage(
  setGlobal: (name: string, value: unknown) => unknown,
): void {
  const stores = new Map<string, Map<string, Response>>();
  const getUrl = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://envol.test').href;
  const openCache = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: string | Request) => store.get(getUrl(request))?.clone(),
      put: async (request: string | Request, response: Response) =>
        void store.set(getUrl(request), response.clone()),
      delete: async (request: string | Request) => store.delete(getUrl(request)),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
    };
  };
  setGlobal('caches', {
    open: async (name: string) => openCache(name),
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: string) => {
      for (const name of stores.keys()) {
        const found = await openCache(name).match(request);
        if (found) return found;
      }
      return undefined;
    },
  });
}
