import { COOKIE_CATEGORIES, type CookieChoice } from '#shared/rules/cookie-consent.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import {
  isThirdPartyScriptRunning,
  storeLoadedThirdPartyScripts,
  recordThirdPartyScriptRunning,
  readLoadedThirdPartyScripts,
} from '../store.ts';
import { removeThirdPartyTraces } from './remove-traces.ts';

type ThirdPartyScript = ReplyOf<'GET /api/scripts'>['scripts'][number];

/**
 * Loads the third-party scripts that a cookie decision allows, and removes what those left that it no longer allows or
 * that the operator has removed; reloads the page if one of these is running. With `policy` closed nothing is loaded: on
 * pages other than the public ones, and for a signed-in person. A page that was sent before the decision is `outdated`:
 * its security policy is closed, so that it is loaded again for the scripts that are newly allowed.
 */
export async function applyChoiceToThirdPartyScripts(
  choice: CookieChoice,
  policy: 'open' | 'outdated' | 'closed' = 'closed',
): Promise<void> {
  const loaded = Object.entries(readLoadedThirdPartyScripts());
  const isAnyAllowed = COOKIE_CATEGORIES.some((category) => choice[category]);
  if (!isAnyAllowed && loaded.length === 0) return;
  const { scripts, mayLoad } = await api('GET /api/scripts');
  const allowed = scripts.filter(({ category }) => choice[category]);
  tellGoogle(choice);
  const isStaying = (script: string) => allowed.some(({ name }) => name === script);
  const staying = loaded.filter(([name]) => isStaying(name));
  const leaving = loaded.filter(([name]) => !isStaying(name));
  if (leaving.length > 0)
    await removeThirdPartyTraces(
      staying.length === 0 ? 'all' : leaving.flatMap(([, leaves]) => leaves),
    );
  // It may leave something again until its document is gone: the next one removes that, and then forgets it.
  if (leaving.some(([name]) => isThirdPartyScriptRunning(name))) return location.reload();
  storeLoadedThirdPartyScripts(Object.fromEntries(staying));
  const loadable = allowed.filter(({ start }) => start.kind !== 'form');
  if (policy === 'closed' || !mayLoad) return;
  if (policy === 'open') for (const script of loadable) loadScript(script, choice);
  else if (loadable.some(({ name }) => !isThirdPartyScriptRunning(name))) location.reload();
}

function loadScript({ name, src, start, leaves }: ThirdPartyScript, choice: CookieChoice): void {
  if (isThirdPartyScriptRunning(name)) return;
  recordThirdPartyScriptRunning(name, leaves);
  const element = document.createElement('script');
  element.src = src;
  element.async = true;
  if (start.kind === 'google') startGoogle(start.id, choice);
  if (start.kind === 'queue') startQueue(start.global, start.calls);
  if (start.kind === 'values') Object.assign(globals, start.values);
  if (start.kind === 'call')
    element.addEventListener('load', () => {
      const call = globals[start.global];
      if (typeof call === 'function') call(...start.args);
    });
  document.head.append(element);
}

const globals = globalThis as Record<string, unknown>;

// Google's tags with Consent Mode v2 (developers.google.com/tag-platform/security/guides/consent): refused at first, then
// what was chosen, and again whenever another choice is made.

/** Adds a call to what Google's tags read; they tell calls from data by the `arguments` object. */
function gtag(..._call: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params
  ((globals['dataLayer'] ??= []) as unknown[]).push(arguments);
}

function toSignals({ analytics, marketing, functional }: CookieChoice) {
  const say = (allowed: boolean) => (allowed ? 'granted' : 'denied');
  return {
    analytics_storage: say(analytics),
    ad_storage: say(marketing),
    ad_user_data: say(marketing),
    ad_personalization: say(marketing),
    functionality_storage: say(functional),
    personalization_storage: say(functional),
  };
}

/** Tells Google's tags of a choice, where they run. */
function tellGoogle(choice: CookieChoice): void {
  if (globals['dataLayer']) gtag('consent', 'update', toSignals(choice));
}

function startGoogle(id: string, choice: CookieChoice): void {
  if (!globals['dataLayer']) {
    const refused = toSignals({ analytics: false, marketing: false, functional: false });
    gtag('consent', 'default', { ...refused, security_storage: 'granted' });
    tellGoogle(choice);
    gtag('js', new Date());
  }
  if (id.startsWith('GTM-'))
    (globals['dataLayer'] as unknown[]).push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  else gtag('config', id, { anonymize_ip: true });
}

/** A function that keeps its calls until the script replaces it. */
function startQueue(name: string, calls: readonly (readonly string[])[]): void {
  const queue: unknown[] = [];
  globals[name] ??= Object.assign((...call: unknown[]) => void queue.push(call), {
    queue,
    q: queue,
    loaded: true,
    version: '2.0',
  });
  for (const call of calls) (globals[name] as (...args: unknown[]) => void)(...call);
}
