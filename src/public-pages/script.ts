import { attachCookieControls } from './attach-cookie-controls.ts';
import { attachExcerpt } from '#web/features/excerpt/engine/attach-excerpt.ts';
import { attachLanding } from '#web/features/landing/engine/attach-landing.ts';
import { attachWaitlist } from '#web/features/waitlist/engine/attach-waitlist.ts';
import { retryFirstScriptIfMissing } from '#web/lib/first-script.ts';
import { setTheme, getCurrentTheme } from '#web/lib/theme.ts';

// The only script of the prerendered pages: event listeners on complete markup, no framework.

retryFirstScriptIfMissing();

for (const button of document.querySelectorAll('[data-theme-switch]'))
  button.addEventListener('click', () =>
    setTheme(getCurrentTheme() === 'night' ? 'dawn' : 'night'),
  );

for (const button of document.querySelectorAll('[data-go-back]'))
  button.addEventListener('click', () => history.back());

attachLanding(document);

const tonight = document.querySelector<HTMLElement>('[data-tonight]');
if (tonight)
  void import('#web/features/tonight/engine/attach-tonight.ts').then(
    ({ attachTonight }) => attachTonight(tonight),
    // The choices are links, which open without it.
    () => {},
  );

// Kept on the device by itself, for the document that the service worker opens.
if (document.querySelector('[data-sos]'))
  // Without it a line unfolds.
  void import('./sos.ts').catch(() => {});

const excerpt = document.querySelector<HTMLElement>('[data-excerpt]');
if (excerpt && !tonight) attachExcerpt(excerpt);

const waitlist = document.querySelector<HTMLElement>('[data-waitlist]');
if (waitlist) attachWaitlist(waitlist);

const cookies = document.querySelector<HTMLElement>('[data-cookies]');
if (cookies) attachCookieControls(cookies);

// What came late is no longer counted (public/first.js).
dispatchEvent(new Event('app-ready'));
