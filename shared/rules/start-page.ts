import type { Language } from './languages.ts';

/** The instant and the IANA time zone that a page is rendered for. */
export interface RenderMoment {
  at: Date;
  timeZone: string;
}

/** Replies of the API to GETs, by URL. */
export type RepliesByUrl = Readonly<Record<string, unknown>>;

/** The JSON block in the document that the server sends to a signed-in person. */
export interface HydrationData {
  /** Replies to the page's first API calls, by URL. */
  answers: RepliesByUrl;
  /** The instant (ISO 8601) and zone for which the server rendered the page; null when the browser renders it. */
  rendered: { at: string; timeZone: string } | null;
}

/** What the server needs to render a page. */
export interface PageToRender extends RenderMoment {
  path: string;
  language: Language;
  /** Replies to all first API calls of the page. */
  replies: RepliesByUrl;
}
