import './ui/theme.css';
import { wireLanding } from './features/landing/components/wire-landing.ts';
import { wireWaitlist } from './features/waitlist/components/wire-waitlist.ts';
import { chooseTheme, currentTheme } from './lib/theme.ts';

// All that the prerendered pages run: no framework, a few event listeners on markup that already says everything.

for (const button of document.querySelectorAll('[data-theme-switch]'))
  button.addEventListener('click', () =>
    chooseTheme(currentTheme() === 'night' ? 'dawn' : 'night'),
  );

for (const button of document.querySelectorAll('[data-go-back]'))
  button.addEventListener('click', () => history.back());

wireLanding(document);

const waitlist = document.querySelector<HTMLElement>('[data-waitlist]');
if (waitlist) wireWaitlist(waitlist);
