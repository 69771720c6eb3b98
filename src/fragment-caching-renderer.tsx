import type { i18n } from 'i18next';
import type { FunctionComponent, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { freezeOrReleaseClock } from './lib/clock.ts';
import {
  type CachedMarkupComponent,
  CACHED_MARKUP_ELEMENT,
  setCachedMarkupPlacer,
} from './lib/cached-markup.ts';

/** How many parts are kept for a language, twice: some three kilobytes each. */
const MAX_KEPT = 500;
const PLACEHOLDER = new RegExp(
  `<${CACHED_MARKUP_ELEMENT} part="(\\d+)"></${CACHED_MARKUP_ELEMENT}>`,
  'g',
);
/** Stands for a text of a part while its markup is made: from Unicode's private use, followed by the text's number. */
const TEXT_MARK = '\uE000';
const TEXT_MARKS = /\uE000(\d)/;

/** A part that the markup of a page has a placeholder for. */
interface Part {
  kept: CachedMarkupComponent;
  props: Record<string, unknown>;
}

/** Markup that is kept: pieces, and between each two of them the number of the text that belongs there. */
type Pieces = readonly string[];

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
 * Creates a renderer to markup, in one language, that renders each component marked by `cacheMarkup` once for each
 * content. A part is rendered without anything of the person: no queries, no clock and no location are there, so what is
 * kept shows nothing but its props, which are its key, and none of those that are texts.
 */
export function createFragmentCachingRenderer(i18nInstance: i18n): (element: ReactNode) => string {
  const cache = createTwoPartCache<Pieces>(MAX_KEPT);
  const numbers = new Map<CachedMarkupComponent, number>();

  function render(element: ReactNode): string {
    const parts: Part[] = [];
    setCachedMarkupPlacer((kept, props) => ({
      part: parts.push({ kept, props: { ...props } }) - 1,
    }));
    let html: string;
    try {
      html = renderToString(element);
    } finally {
      setCachedMarkupPlacer(null);
    }
    return html.replaceAll(PLACEHOLDER, (_match, index) => getPart(parts[Number(index)]));
  }

  function getPart(part: Part | undefined): string {
    if (!part) throw new Error('The markup has a placeholder of no part');
    const { kept, props } = part;
    const { marked, texts } = takeTexts(part);
    const shape = JSON.stringify(marked);
    // A person typed the mark itself.
    if (shape.split(TEXT_MARK).length > texts.length + 1) return renderPart(kept, props);
    const number = numbers.get(kept) ?? numbers.size;
    numbers.set(kept, number);
    const key = `${number} ${shape}`;
    const pieces = cache.get(key) ?? renderPart(kept, marked).split(TEXT_MARKS);
    cache.set(key, pieces);
    return fillPieces(pieces, texts);
  }

  function renderPart({ Component }: CachedMarkupComponent, props: object): string {
    if (Object.values(props).some((value) => typeof value === 'function' || isElement(value)))
      throw new Error('The props of a kept part must be plain JSON');
    const Any = Component as FunctionComponent<object>;
    freezeOrReleaseClock(NO_MOMENT);
    const html = render(
      <I18nextProvider i18n={i18nInstance}>
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

/** Replaces the texts among a part's props by marks, and returns them in order. */
function takeTexts({ kept, props }: Part): { marked: object; texts: string[] } {
  if (kept.texts.length === 0) return { marked: props, texts: [] };
  const marked = { ...props };
  const texts: string[] = [];
  for (const name of kept.texts) {
    const text = props[name];
    // React makes different markup of an empty text.
    if (typeof text !== 'string' || text === '') continue;
    marked[name] = `${TEXT_MARK}${texts.push(text) - 1}`;
  }
  return { marked, texts };
}

/** Puts texts between the pieces of kept markup, escaped. */
function fillPieces(pieces: Pieces, texts: readonly string[]): string {
  if (pieces.length === 1) return pieces[0] ?? '';
  return pieces
    .map((piece, index) => (index % 2 === 0 ? piece : escapeText(texts[Number(piece)] ?? '')))
    .join('');
}

const ESCAPES: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes a text as React does, in attributes and elsewhere. */
const escapeText = (text: string) => text.replaceAll(/["&'<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** Creates a cache of twice `size` entries that forgets what was not asked for while `size` others came. */
function createTwoPartCache<Value>(size: number) {
  let recent = new Map<string, Value>();
  let earlier = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => recent.get(key) ?? earlier.get(key),
    set: (key: string, value: Value): void => {
      if (recent.has(key)) return;
      if (recent.size >= size) {
        earlier = recent;
        recent = new Map();
      }
      recent.set(key, value);
    },
  };
}

const isElement = (value: unknown) =>
  typeof value === 'object' && value !== null && '$$typeof' in value;
