import type { i18n } from 'i18next';
import type { FunctionComponent, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { pinClock } from './lib/clock.ts';
import { PART_ELEMENT, setPartPlacing } from './lib/kept-markup.ts';

/** How many parts are kept for a language: some three kilobytes each. */
const MAX_KEPT = 500;
const PLACEHOLDER = new RegExp(`<${PART_ELEMENT} part="(\\d+)"></${PART_ELEMENT}>`, 'g');

/** A part that the markup of a page has a placeholder for. */
interface Part {
  Component: FunctionComponent<never>;
  props: object;
}

/** A moment that nothing may ask for. */
const NO_MOMENT = {
  get at(): never {
    throw new Error('A kept part must not depend on the time');
  },
  get timeZone(): never {
    throw new Error('A kept part must not depend on the time zone');
  },
};

/**
 * Creates a renderer to markup, in one language, that renders each component marked by `keepMarkup` once for each
 * content. A part is rendered without anything of the person: no queries, no clock and no location are there, so what is
 * kept shows nothing but its props, which are its key.
 */
export function createKeepingRenderer(words: i18n): (element: ReactNode) => string {
  const kept = new Map<FunctionComponent<never>, Map<string, string>>();
  let count = 0;

  function render(element: ReactNode): string {
    const parts: Part[] = [];
    setPartPlacing((Component, props) => ({ part: parts.push({ Component, props }) - 1 }));
    let html: string;
    try {
      html = renderToString(element);
    } finally {
      setPartPlacing(null);
    }
    return html.replaceAll(PLACEHOLDER, (_match, index) => getPart(parts[Number(index)]));
  }

  function getPart(part: Part | undefined): string {
    if (!part) throw new Error('The markup has a placeholder of no part');
    const ofComponent = kept.get(part.Component) ?? new Map<string, string>();
    kept.set(part.Component, ofComponent);
    const key = JSON.stringify(part.props);
    const known = ofComponent.get(key);
    if (known !== undefined) return known;
    const html = renderPart(part);
    if (count >= MAX_KEPT) {
      kept.clear();
      count = 0;
      return html;
    }
    ofComponent.set(key, html);
    count += 1;
    return html;
  }

  function renderPart({ Component, props }: Part): string {
    if (Object.values(props).some((value) => typeof value === 'function' || isElement(value)))
      throw new Error('The props of a kept part must be plain JSON');
    const Any = Component as FunctionComponent<object>;
    pinClock(NO_MOMENT);
    const html = render(
      <I18nextProvider i18n={words}>
        <Router ssrPath="/">
          <Any {...props} />
        </Router>
      </I18nextProvider>,
    );
    // React's ids follow from the place in the whole page.
    if (html.includes('"_R_')) throw new Error('A kept part must not use useId');
    return html;
  }

  return render;
}

const isElement = (value: unknown) =>
  typeof value === 'object' && value !== null && '$$typeof' in value;
