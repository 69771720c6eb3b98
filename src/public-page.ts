import './ui/theme.css';
import { playExcerpt } from './features/landing/components/excerpt-player.ts';
import { landedToday } from './features/landing/model.ts';
import { sendOnSubmit } from './features/waitlist/components/send-on-submit.ts';
import { chooseTheme, currentTheme } from './lib/theme.ts';

// All that the prerendered pages run: no framework, a few event listeners on markup that already says everything.

for (const button of document.querySelectorAll('[data-theme-switch]'))
  button.addEventListener('click', () =>
    chooseTheme(currentTheme() === 'night' ? 'dawn' : 'night'),
  );

for (const button of document.querySelectorAll('[data-go-back]'))
  button.addEventListener('click', () => history.back());

const landed = document.querySelector<HTMLElement>('[data-landed]');
if (landed) {
  const format = new Intl.NumberFormat(document.documentElement.lang);
  const write = () => (landed.textContent = format.format(landedToday(new Date())));
  write();
  document.querySelector('[data-landed-line]')?.classList.remove('invisible');
  // Under reduced motion the figure stands still until the page is opened again.
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) setInterval(write, 3000);
}

const excerpt = document.querySelector<HTMLElement>('[data-excerpt]');
if (excerpt) playExcerpt(excerpt);

const waitlist = document.querySelector<HTMLFormElement>('[data-waitlist]');
if (waitlist) sendOnSubmit(waitlist);
