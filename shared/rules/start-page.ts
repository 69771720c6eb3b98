import type { Language } from './languages.ts';

/** The instant and the time zone that a page is rendered for. */
export interface Moment {
  at: Date;
  timeZone: string;
}

/** Replies of the API to GETs, by URL. */
export type Replies = Readonly<Record<string, unknown>>;

/** The JSON block in the document of somebody who is signed in. */
export interface StartBlock {
  /** Replies to the calls that the page starts with. */
  answers: Replies;
  /** What the server rendered the page for; null when it left the rendering to the browser. */
  rendered: { at: string; timeZone: string } | null;
}

/** What the server renders a page from. */
export interface PageToRender extends Moment {
  /** The page's path, without a query. */
  path: string;
  language: Language;
  /** Replies to all calls that the page starts with. */
  replies: Replies;
}
