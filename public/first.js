// The first script of every document. Applies the chosen theme before the first paint, so that it never flashes the other
// one, and asks again for what did not come: for styles in their place; for scripts by opening the page again, because a
// document may remember that a script failed. The entry scripts dispatch the two events.
{
  const root = document.documentElement;
  const TRIES = 'envol-tries';
  const MAX_TRIES = 3;
  let stylesPauseMs = 1000;
  let isFailed = false;
  let isInUse = false;

  /** Returns null where storage is refused. */
  const attempt = (act) => {
    try {
      return act();
    } catch {
      return null;
    }
  };
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const isServerThere = () =>
    // A network that is silent now may be another one soon.
    fetch('/health', { signal: AbortSignal.timeout?.(10_000) }).then(
      // By this header it is the server's answer, not that of a Wi-Fi that wants a sign-in (shared/rules/server-mark.ts).
      ({ ok, headers }) => ok && headers.has('x-envol'),
      () => false,
    );

  /** Asks again after a pause; `isMissing` tells whether it is still wanted then. */
  const askForStyles = (link, isMissing = () => true) => {
    setTimeout(() => isMissing() && link.replaceWith(link.cloneNode()), stylesPauseMs);
    stylesPauseMs *= 2;
  };

  /** Opens the page again once the server answers: three times in a row at most, and never where somebody types or leaves. */
  const openAgain = async () => {
    if (isFailed) return;
    isFailed = true;
    root.dataset.late = '';
    addEventListener('beforeunload', () => (isInUse = true), { once: true });
    const tries = Number(attempt(() => sessionStorage.getItem(TRIES)));
    if (tries >= MAX_TRIES) return;
    let pauseMs = 1000 * 2 ** tries;
    do {
      await wait(pauseMs);
      pauseMs *= 2;
    } while (!(await isServerThere()));
    if (isInUse) return;
    attempt(() => {
      // What cannot be counted is not repeated.
      sessionStorage.setItem(TRIES, tries + 1);
      location.reload();
    });
  };

  // Without one the system's preference applies.
  const theme = attempt(() => localStorage.getItem('envol-theme'));
  if (theme === 'dawn' || theme === 'night') root.dataset.theme = theme;

  // Help and articles open without a network for whoever has been there once; the app registers it for those with a pass.
  const keepHelp = async () => {
    const { serviceWorker } = navigator;
    if (!serviceWorker || (await serviceWorker.getRegistration())) return;
    await serviceWorker.register(`/service-worker.js?language=${root.lang}`);
  };
  if (/^\/(?:sos|tonight|help|read)(?:\/|$)/i.test(location.pathname))
    // After the page has what it needs. Refused, it works as it does with a network.
    addEventListener('load', () => setTimeout(() => keepHelp().catch(() => {}), 1000));

  // A shortcut of the installed app that is open already (launch_handler): the app goes there with what plays in it, another
  // document is left. Its icon, which leads to `/`, only brings it to the front; the launch that opened this is over.
  let opened = location.href;
  globalThis.launchQueue?.setConsumer(({ targetURL }) => {
    const to = new URL(targetURL ?? '/', location.href);
    const path = to.pathname + to.search;
    const isOpen = to.href === opened || path === '/';
    if (isOpen) opened = '';
    else if (dispatchEvent(new CustomEvent('app-launched', { cancelable: true, detail: path })))
      location.assign(to);
  });

  // By this the entry scripts know that this one came (src/lib/first-script.ts).
  root.dataset.first = '';
  addEventListener(
    'error',
    ({ target }) => {
      if (target.rel === 'stylesheet') askForStyles(target);
      else if (target.type === 'module') void openAgain();
    },
    true,
  );
  // A style that the page did not wait for, because this device has lost it (src/lib/offline/kept-document-response.ts).
  // The window hears of no element's loading.
  const applyStyle = ({ target }) => target.media === 'not all' && (target.media = '');
  document.addEventListener('load', applyStyle, true);
  addEventListener('input', () => (isInUse = true), { capture: true, once: true });
  addEventListener('app-failed', () => void openAgain());
  // If early-presses.js did not come, which takes them out before.
  addEventListener('load', () =>
    document.head.append(document.querySelector('#app-scripts')?.content ?? ''),
  );
  addEventListener('app-ready', () => {
    attempt(() => sessionStorage.removeItem(TRIES));
    // Else the service worker takes what it keeps of the app for the reason that it did not start.
    navigator.serviceWorker?.controller?.postMessage('started');
  });
  for (const link of document.querySelectorAll('link[rel=stylesheet]'))
    if (!link.sheet) askForStyles(link, () => !link.sheet);
    else if (link.media === 'not all') link.media = '';
}
