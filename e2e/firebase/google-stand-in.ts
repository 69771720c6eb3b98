import type { BrowserContext } from 'playwright-core';

/**
 * Stands in for https://apis.google.com/js/api.js, so that the journeys need no network: the part of
 * Google's `gapi.iframes` that the SDK and the emulator's page use to talk to each other, by postMessage.
 * Everything else in these journeys is the real SDK and the real emulator.
 */
function gapi(): void {
  type Handler = (data: unknown) => unknown;
  interface Peer {
    register(name: string, handler: Handler): void;
    send(name: string, data: unknown, callback?: (replies: unknown[]) => void): void;
    restyle(): Promise<void>;
    ping(callback: () => void): Promise<void>;
  }
  const waiting = new Map<string, (replies: unknown[]) => void>();

  function peer(target: () => Window | null, loaded: Promise<void>): Peer {
    const handlers = new Map<string, (handler: Handler) => void>();
    const registered = new Map<string, Promise<Handler>>();
    // A message that comes before its handler waits for it, as it does with Google's script.
    const findHandler = (name: string): Promise<Handler> => {
      const known = registered.get(name);
      if (known) return known;
      const { promise, resolve } = Promise.withResolvers<Handler>();
      handlers.set(name, resolve);
      registered.set(name, promise);
      return promise;
    };
    const post = (message: object) => target()?.postMessage({ gapi: message }, '*');
    const answer = async (id: string, name: string, data: unknown) =>
      post({ id, data: await (await findHandler(name))(data) });
    addEventListener('message', ({ data, source }: MessageEvent) => {
      const message = (data as { gapi?: { id: string; name?: string; data?: unknown } }).gapi;
      if (!message || source !== target()) return;
      if (message.name !== undefined) void answer(message.id, message.name, message.data);
      else {
        try {
          waiting.get(message.id)?.([message.data]);
        } catch {
          // The SDK throws after the answer it asked for; Google's script takes no notice of it.
        }
      }
    });
    return {
      register(name, handler) {
        void findHandler(name);
        handlers.get(name)?.(handler);
      },
      send(name, data, callback) {
        const id = Math.random().toString(36);
        if (callback) waiting.set(id, callback);
        void loaded.then(() => post({ id, name, data }));
      },
      restyle: () => Promise.resolve(),
      async ping(callback) {
        await loaded;
        callback();
      },
    };
  }

  const context = {
    open({ url, where }: { url: string; where: HTMLElement }, done: (iframe: Peer) => unknown) {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      const loaded = new Promise<void>((resolve) =>
        frame.addEventListener('load', () => resolve()),
      );
      frame.src = url;
      where.append(frame);
      return done(peer(() => frame.contentWindow, loaded));
    },
    getParentIframe: () => peer(() => parent, Promise.resolve()),
  };
  const own = window as unknown as Record<string, unknown>;
  own['gapi'] = {
    load: (_name: string, { callback }: { callback: () => void }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: 1, getContext: () => context },
  };
  const { src } = document.currentScript as HTMLScriptElement;
  const onload = own[new URL(src).searchParams.get('onload') ?? 'gapi_onload'];
  (onload as () => void)();
}

/** Answers Google's addresses on this machine; fonts and styles of the emulator's page stay away. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  await context.route(/^https:\/\/apis\.google\.com\//, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${gapi.toString()})();` }),
  );
  await context.route(/^https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//, (route) => route.abort());
}
