import { z } from 'zod';
import { COOKIE_CATEGORIES } from '#shared/rules/cookie-consent.ts';
import { declareEndpoint } from './endpoint.ts';

const thirdPartyScript = z.object({
  name: z.string(),
  category: z.enum(COOKIE_CATEGORIES),
  src: z.url(),
  /**
   * What the script expects: Google's tags, a queue of calls under a name, values, or a call once it has loaded. `form`:
   * it is loaded when a form is sent, and not with the page.
   */
  start: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('google'), id: z.string() }),
    z.object({ kind: z.literal('queue'), global: z.string(), calls: z.array(z.array(z.string())) }),
    z.object({ kind: z.literal('values'), values: z.record(z.string(), z.unknown()) }),
    z.object({ kind: z.literal('call'), global: z.string(), args: z.array(z.unknown()) }),
    z.object({ kind: z.literal('form') }),
  ]),
  /** Prefixes of the names of its cookies, storage keys, databases and caches, for their deletion. */
  leaves: z.array(z.string()),
});
export type ThirdPartyScript = z.infer<typeof thirdPartyScript>;

export const listThirdPartyScripts = declareEndpoint({
  method: 'GET',
  path: '/api/scripts',
  access: 'public',
  summary: 'Scripts of third parties that run here with consent to their category',
  replies: {
    200: z.object({
      scripts: z.array(thirdPartyScript),
      /** False for a signed-in person: none runs on their pages. */
      mayLoad: z.boolean(),
    }),
  },
});
