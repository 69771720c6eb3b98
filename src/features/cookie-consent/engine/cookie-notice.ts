import {
  refuseMarketingOnSignal,
  createUniformCookieChoice,
  COOKIE_CATEGORIES,
  type CookieChoice,
  getPreselectedCookieChoice,
} from '#shared/rules/cookie-consent.ts';
import { now } from '#web/lib/clock.ts';
import { logError } from '#web/lib/log-error.ts';
import { fetchRequestLocation, getDevicePrivacyRegion } from '#web/features/region/queries.ts';
import { applyChoiceToThirdPartyScripts } from '#web/features/scripts/engine/third-party-scripts.ts';
import { hasPrivacySignal, reconcileCookieDecision, saveCookieDecision } from '../queries.ts';
import { onCookieDecisionElsewhere, readCookieDecisionOrRemoveInvalid } from '../store.ts';

/** How much of the screen's height the question may be held over. */
const MAX_HELD_SHARE = 1 / 5;

/** What a script left may stay then, until the next page is loaded. */
const logFailure = (error: unknown) =>
  logError(`Cookie choice: ${error instanceof Error ? error.name : 'failed'}`);

/**
 * Attaches the behaviour to the markup of cookie-notice.tsx: shows the banner while there is no decision, stores
 * decisions and applies them to third-party scripts, also those made in another tab. Used by prerendered pages and the
 * app. Returns `open`, which opens the preferences, and `dispose`.
 */
export function attachCookieNotice(root: HTMLElement) {
  const userId = root.dataset['cookies'] || null;
  const isPublic = root.dataset['thirdParties'] !== undefined;
  const banner = root.querySelector<HTMLElement>('[data-cookie-banner]');
  const dialog = root.querySelector('dialog')!;
  const wiring = new AbortController();
  const { signal } = wiring;
  const boxes = COOKIE_CATEGORIES.map(
    (category) =>
      [category, dialog.querySelector<HTMLInputElement>(`[name=${category}]`)!] as const,
  );

  // What was typed, or plays, would be lost if the page were loaded again.
  let isPageInUse = false;
  for (const name of ['click', 'input'])
    document.addEventListener(
      name,
      ({ target }) => {
        const isOurs =
          target instanceof Element && target.closest('[data-cookies], [data-cookies-open]');
        if (!isOurs) isPageInUse = true;
      },
      { signal },
    );

  // With large text it would lie over most of the page, and stands at its end.
  if (banner) {
    const place = () =>
      root.toggleAttribute('data-high', banner.offsetHeight > innerHeight * MAX_HELD_SHARE);
    const observer = new ResizeObserver(place);
    observer.observe(banner);
    addEventListener('resize', place, { signal });
    signal.addEventListener('abort', () => observer.disconnect());
  }

  let isDecided = false;
  const decide = (choice: CookieChoice) => {
    isDecided = true;
    if (banner) banner.hidden = true;
    dialog.close();
    const applied = refuseMarketingOnSignal(choice, hasPrivacySignal());
    void saveCookieDecision(applied, userId)
      .then(() => {
        // The server opens the policy of the next page once it knows.
        const isKnown = Boolean(readCookieDecisionOrRemoveInvalid(now())?.confirmedAt);
        const mayReload = isPublic && isKnown && !isPageInUse;
        return applyChoiceToThirdPartyScripts(applied, mayReload ? 'outdated' : 'closed');
      })
      .catch(logFailure);
  };
  const open = async () => {
    const known =
      readCookieDecisionOrRemoveInvalid(now())?.choice ??
      getPreselectedCookieChoice(getDevicePrivacyRegion(await fetchRequestLocation()));
    if (signal.aborted) return;
    const shown = refuseMarketingOnSignal(known, hasPrivacySignal());
    for (const [category, box] of boxes) box.checked = shown[category];
    const marketing = boxes.find(([category]) => category === 'marketing')?.[1];
    if (marketing) marketing.disabled = hasPrivacySignal();
    dialog.querySelector<HTMLElement>('[data-cookie-signal]')!.hidden = !hasPrivacySignal();
    if (!dialog.open) dialog.showModal();
  };
  const actions: Record<string, () => void> = {
    refuse: () => decide(createUniformCookieChoice(false)),
    accept: () => decide(createUniformCookieChoice(true)),
    save: () =>
      decide(Object.fromEntries(boxes.map(([name, box]) => [name, box.checked])) as CookieChoice),
    choose: () => void open(),
    close: () => dialog.close(),
  };
  root.addEventListener(
    'click',
    ({ target }) => {
      if (target === dialog) return dialog.close();
      const pressed = target instanceof Element && target.closest<HTMLElement>('[data-cookie]');
      if (pressed) actions[pressed.dataset['cookie'] ?? '']?.();
    },
    { signal },
  );
  onCookieDecisionElsewhere(() => {
    const decision = readCookieDecisionOrRemoveInvalid(now());
    if (banner && decision) banner.hidden = true;
    void applyChoiceToThirdPartyScripts(decision?.choice ?? createUniformCookieChoice(false)).catch(
      logFailure,
    );
  }, signal);
  void reconcileCookieDecision(userId).then((decision) => {
    if (signal.aborted) return;
    if (banner) banner.hidden = isDecided || decision !== null;
    // The preferences begin with it.
    if (decision === null) void fetchRequestLocation();
    else if (!isDecided)
      void applyChoiceToThirdPartyScripts(decision.choice, isPublic ? 'open' : 'closed').catch(
        logFailure,
      );
  });
  return { open, dispose: () => wiring.abort() };
}
