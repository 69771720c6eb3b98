import { COOKIE_CATEGORIES } from '#shared/rules/cookie-consent.ts';
import { hasThirdPartyScriptTraces } from '#web/features/scripts/store.ts';
import { now } from '#web/lib/clock.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { readCookieDecisionOrRemoveInvalid } from '#web/features/cookie-consent/store.ts';

/**
 * Attaches the behaviour to the cookie banner and the footer's button of a prerendered page. The banner's code is
 * loaded when the button is pressed, or else once the page is idle, unless the server has confirmed a decision that
 * allows no optional scripts.
 */
export function attachCookieControls(root: HTMLElement): void {
  const load = async () =>
    (await import('#web/features/cookie-consent/engine/cookie-notice.ts')).attachCookieNotice;
  let notice: ReturnType<Awaited<ReturnType<typeof load>>> | undefined;
  const start = async () => {
    const create = await load();
    return (notice ??= create(root));
  };
  for (const button of document.querySelectorAll('[data-cookies-open]'))
    button.addEventListener(
      'click',
      () =>
        void start().then(
          ({ open }) => open(),
          // Pressed again, it is fetched again.
          () => {},
        ),
    );
  const decision = readCookieDecisionOrRemoveInvalid(now());
  const hasNothingToDo =
    decision !== null && !COOKIE_CATEGORIES.some((name) => decision.choice[name]);
  if (decision?.confirmedAt && hasNothingToDo && !hasThirdPartyScriptTraces()) return;
  // What does not come now asks on the next page; until then nothing is allowed.
  void waitForIdle()
    .then(start)
    .catch(() => {});
}
