import { attachSos } from '#web/features/help/engine/wire-sos.ts';

// The script of “Help me now” where the app is not: the prerendered page, and the document that the service worker keeps.

const root = document.querySelector<HTMLElement>('[data-sos]');
if (root) attachSos(root, document.documentElement.lang);
