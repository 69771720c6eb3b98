import { createElement, type FunctionComponent } from 'react';

/** A component whose markup is kept, and the names of its props that are mere texts in it. */
export interface CachedMarkupComponent {
  Component: FunctionComponent<never>;
  texts: readonly string[];
}

/** Puts a placeholder for a kept component into the markup that is being rendered. `kept` is the same for every render. */
export type CachedMarkupPlacer = (kept: CachedMarkupComponent, props: object) => { part: number };

let place: CachedMarkupPlacer | null = null;

/** Sets where the markup of kept components comes from while the server renders a page; null for React itself. */
export function setCachedMarkupPlacer(next: CachedMarkupPlacer | null): void {
  place = next;
}

/** The element that stands for a kept part; no text that React has escaped can look like it. */
export const CACHED_MARKUP_ELEMENT = 'kept-part';

/**
 * Marks a component as one whose markup follows from its props and the language alone, so that the server renders it
 * once for all people who see the same. Its props are plain JSON; it uses no query, no clock, no location and no
 * `useId`, and gives elements, not text. The props in `texts` differ from person to person: they are not kept but put
 * into the markup, in which they stand unchanged, as texts or attributes. In the browser it is the component itself.
 */
export function cacheMarkup<Props extends object>(
  Component: FunctionComponent<Props>,
  texts: readonly (keyof Props & string)[] = [],
): FunctionComponent<Props> {
  if (!import.meta.env.SSR) return Component;
  const kept = { Component: Component as FunctionComponent<never>, texts };
  return function KeptMarkup(props: Props) {
    if (!place) return createElement(Component, props);
    return createElement(CACHED_MARKUP_ELEMENT, place(kept, props));
  };
}
