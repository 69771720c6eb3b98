import { expect, it } from 'vitest';
import { z } from 'zod';
import { isStudioAccess } from '#shared/rules/roles.ts';
import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

/** What an admin has seen of what is changed, by the field that says it. */
const SEEN = ['version', 'seen', 'replaces', 'was', 'lastMessageId', 'offset'];
/**
 * No edits of a text: pausing or resuming a run, removing a webhook, which can't be edited, and what is done to an account,
 * which names its reason and address.
 */
const NO_EDITS = [
  'PUT /api/admin/narration/runs/:id',
  'DELETE /api/admin/webhooks/:id',
  'DELETE /api/admin/people/:id',
];

/** Whether every variant of an input must say what was seen. */
function saysWhatWasSeen(input: z.ZodType | undefined): boolean {
  if (!input) return false;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];
  return variants.every(
    (one) => typeof one === 'object' && one.required?.some((field) => SEEN.includes(field)),
  );
}

it('every change that an admin makes says what was seen of it, so that nobody writes over another unawares', () => {
  const edits = Object.values<Endpoint>(contract).filter(
    ({ access, method }) => isStudioAccess(access) && ['PUT', 'PATCH', 'DELETE'].includes(method),
  );
  expect(edits.length).toBeGreaterThan(15);
  const blind = edits
    .filter(({ body, query }) => !saysWhatWasSeen(body) && !saysWhatWasSeen(query))
    .map(({ method, path }) => `${method} ${path}`);
  expect(blind).toEqual(NO_EDITS);
});
