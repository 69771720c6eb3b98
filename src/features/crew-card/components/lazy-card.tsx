import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** The card for a neighbour or the crew, loaded when it is opened. */
export const LazyCrewCard = createLazyComponent(() => import('./card.tsx').then((m) => m.CrewCard));
