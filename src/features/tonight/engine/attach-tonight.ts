import { isLanguage, type Language } from '#shared/rules/languages.ts';
import { renderExcerptHtml } from '#shared/rules/script-excerpt.ts';
import {
  FLIGHT_NEARNESS_OPTIONS,
  type FlightNearness,
  TONIGHT_FEARS,
  TONIGHT_SESSION_IDS,
  type TonightFear,
} from '#shared/rules/tonight.ts';
import { api, findApiIdentity } from '#web/lib/api.ts';
import { attachExcerpt } from '#web/features/excerpt/engine/attach-excerpt.ts';
import { now } from '#web/lib/clock.ts';
import { runWhenIdle } from '#web/lib/idle.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { APP_KEPT_SINCE_KEY } from '#web/lib/offline/cache-names.ts';
import { cacheLoadedFiles } from '#web/lib/offline/keep-loaded-files.ts';
import {
  type StoredTonightSession,
  readTonightState,
  type TonightState,
  writeTonightState,
} from '../store.ts';

const TIMEOUT_MS = 8000;
/** How long after the choice it is for the card that a visitor comes back, in milliseconds. */
const MORNING_MS = 3 * 3_600_000;

/**
 * Attaches the behaviour to the markup of tonight-page.tsx: a choice, the session it opens, and the card that stays. Used
 * by the prerendered page and the app, which knows how `near` the flight is. Returns a cleanup function.
 */
export function attachTonight(root: HTMLElement, near?: FlightNearness | null): () => void {
  const parts = findParts(root);
  const language: Language = isLanguage(document.documentElement.lang)
    ? document.documentElement.lang
    : 'en';
  let tonight = readTonightState();
  const loading = new Map<TonightFear, Promise<StoredTonightSession>>();
  let stop = () => {};
  const wiring = new AbortController();

  const save = (change: Partial<TonightState>) => {
    tonight = { ...getFirst(parts), ...tonight, ...change };
    writeTonightState(tonight);
  };
  const load = (fear: TonightFear) => {
    const found = loading.get(fear) ?? loadSession(fear, language);
    loading.set(fear, found);
    found.catch(() => loading.delete(fear));
    return found;
  };
  /** Returns a fear's session as it is kept, or from the server; kept in the other language where there is no network. */
  const find = async (fear: TonightFear) => {
    const kept = tonight?.sessions[fear];
    return kept?.language === language ? kept : load(fear).catch(() => kept ?? null);
  };
  /** Once something was chosen, every session is kept: another fear may come where there is no network. */
  const keepAll = () => {
    if (!navigator.onLine) return;
    for (const fear of TONIGHT_FEARS)
      void find(fear).then((session) => {
        if (tonight && session && tonight.sessions[fear] !== session)
          save({ sessions: { ...tonight.sessions, [fear]: session } });
      });
  };

  /** Shows the part that the address names: a fear's session, or the choices, below the card if there is one. */
  const show = async () => {
    const fear = TONIGHT_FEARS.find((name) => `#${name}` === location.hash);
    stop();
    stop = () => {};
    parts.choices.hidden = fear !== undefined;
    parts.session.hidden = true;
    if (parts.offer) parts.offer.hidden = true;
    showCard(root, tonight);
    if (fear === undefined) return;
    const session = await find(fear);
    if (!session) {
      history.replaceState(null, '', location.pathname);
      await show();
      parts.unopened.hidden = false;
      return;
    }
    stop = openSession(parts, session);
    parts.session.hidden = false;
    scrollTo(0, parts.session.getBoundingClientRect().top + scrollY);
  };

  const start = async (fear: TonightFear) => {
    const { when, isSilent } = getFirst(parts);
    const link = parts.links.get(fear)!;
    link.setAttribute('aria-busy', 'true');
    parts.unopened.hidden = true;
    const session = await find(fear);
    link.removeAttribute('aria-busy');
    parts.unopened.hidden = session !== null;
    if (!session) return;
    const fears = [...new Set([...(tonight?.fears ?? []), fear])];
    const sessions = { ...tonight?.sessions, [fear]: session };
    save({ fear, fears, when, isSilent, sessions, chosenAt: now().getTime() });
    keepAll();
    history.pushState(null, '', `#${fear}`);
    await show();
    parts.excerpt.toggleAttribute('data-silent', isSilent);
    parts.title.focus({ preventScroll: true });
    startedAt = now().getTime();
    parts.toggle.click();
  };

  let startedAt = 0;
  parts.toggle.addEventListener('click', () => {
    startedAt ||= now().getTime();
  });
  parts.excerpt.addEventListener('excerpt-ended', () => {
    if (!tonight) return;
    const { fear } = tonight;
    const endedAt = now().getTime();
    save({ heard: { id: crypto.randomUUID(), fear, startedAt: startedAt || endedAt, endedAt } });
    startedAt = 0;
    const hasAccount =
      findApiIdentity() !== null || deviceStorage.read(APP_KEPT_SINCE_KEY) !== null;
    if (!parts.offer || tonight.isOffered || hasAccount) return;
    parts.offer.hidden = false;
    save({ isOffered: true });
  });
  parts.decline?.addEventListener('click', () => {
    parts.offer!.hidden = true;
    parts.toggle.focus();
  });
  for (const [fear, link] of parts.links)
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void start(fear);
    });
  parts.replay.addEventListener('click', () => tonight && void start(tonight.fear));
  parts.forget.addEventListener('click', () => {
    deviceStorage.remove('envol-tonight');
    tonight = null;
    history.replaceState(null, '', location.pathname);
    void show();
  });
  parts.back.addEventListener('click', (event) => {
    event.preventDefault();
    history.pushState(null, '', location.pathname);
    void show();
  });
  addEventListener('popstate', () => void show(), { signal: wiring.signal });

  if (tonight) {
    setChoice(root, 'when', tonight.when);
    setChoice(root, 'how', tonight.isSilent ? 'silent' : 'aloud');
  } else if (near) setChoice(root, 'when', near);
  root.querySelector('[data-scripted]')?.classList.remove('invisible');
  // A tab that was left open over night opens with the card.
  if (tonight && now().getTime() - tonight.chosenAt > MORNING_MS)
    history.replaceState(null, '', location.pathname);
  void show();
  keepForOffline();
  // Some browsers speak only right after the press: by then everything is here.
  runWhenIdle(() => {
    void import('#web/features/excerpt/engine/excerpt-player.ts').catch(() => {});
    keepAll();
  });
  return () => {
    stop();
    wiring.abort();
  };
}

/** Fills a session into its place. Returns what stops it. */
function openSession(parts: Parts, session: StoredTonightSession): () => void {
  const { excerpt } = parts;
  excerpt.dataset['excerpt'] = session.language;
  excerpt.dataset['cues'] = JSON.stringify(session.cues);
  parts.title.textContent = session.title;
  parts.line.textContent = session.summary;
  // Safe: `renderExcerptHtml` escapes every sentence.
  parts.text.innerHTML = renderExcerptHtml(session.cues);
  excerpt.querySelector<HTMLElement>('[data-end]')!.hidden = true;
  return attachExcerpt(excerpt);
}

/** Shows the card of what was chosen, if anything was: another fear's is added to it. */
function showCard(root: HTMLElement, tonight: TonightState | null): void {
  const fears = tonight?.fears ?? [];
  root.querySelector<HTMLElement>('[data-part=card]')!.hidden = tonight === null;
  for (const element of root.querySelectorAll<HTMLElement>('[data-when]'))
    element.hidden = element.dataset['when'] !== tonight?.when;
  for (const element of root.querySelectorAll<HTMLElement>('[data-card-of]'))
    element.hidden = !fears.includes(element.dataset['cardOf'] as TonightFear);
}

async function loadSession(fear: TonightFear, language: Language): Promise<StoredTonightSession> {
  const { title, summary, excerpt, ...reply } = await api('GET /api/shared-sessions/:id', {
    params: { id: TONIGHT_SESSION_IDS[fear] },
    query: { language },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { language: reply.language, title, summary, cues: excerpt };
}

/** Has the service worker keep the scripts of this page, now or once there is one. */
function keepForOffline(): void {
  const keep = () => runWhenIdle(cacheLoadedFiles);
  // Without a secure context there is none.
  const { serviceWorker } = navigator as Partial<Navigator>;
  serviceWorker?.addEventListener('controllerchange', keep);
  addEventListener('load', keep, { once: true });
}

/** What is chosen on the page, before anything was started. */
function getFirst({ root }: Parts): TonightState {
  const read = (name: string) =>
    root.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value;
  return {
    fear: 'shaking',
    fears: [],
    when: FLIGHT_NEARNESS_OPTIONS.find((when) => when === read('when')) ?? 'tomorrow',
    isSilent: read('how') === 'silent',
    chosenAt: now().getTime(),
    sessions: {},
    heard: null,
    isOffered: false,
  };
}

function setChoice(root: HTMLElement, name: string, value: string): void {
  const input = root.querySelector<HTMLInputElement>(`input[name=${name}][value=${value}]`);
  if (input) input.checked = true;
}

type Parts = ReturnType<typeof findParts>;
function findParts(root: HTMLElement) {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)!;
  const links = root.querySelectorAll<HTMLAnchorElement>('[data-fear]');
  return {
    root,
    session: find('[data-part=session]'),
    unopened: find('[data-part=unopened]'),
    choices: find('[data-part=choices]'),
    excerpt: find('[data-excerpt]'),
    toggle: find('[data-toggle]'),
    title: find('[data-title]'),
    line: find('[data-line]'),
    text: find('[data-text]'),
    replay: find('[data-replay]'),
    forget: find('[data-forget]'),
    back: find('[data-back]'),
    offer: root.querySelector<HTMLElement>('[data-offer]'),
    decline: root.querySelector<HTMLElement>('[data-decline]'),
    links: new Map([...links].map((link) => [link.dataset['fear'] as TonightFear, link])),
  };
}
