import type { StripeAccount } from './account.ts';
import { WRITE_OPERATIONS } from './write-operations.ts';
import { listUnknownParams, type FormHash } from './form.ts';
import { READ_OPERATIONS } from './read-operations.ts';

const OPERATIONS = Object.entries({ ...WRITE_OPERATIONS, ...READ_OPERATIONS }).map(
  ([name, operation]) => {
    const [verb = '', path = ''] = name.split(' ');
    return { verb, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), ...operation };
  },
);

/** Carries out a call; `isUnknown` tells what the model does not know of it. */
export function performStripeCall(
  account: StripeAccount,
  method: string,
  path: string,
  form: FormHash,
): { reply?: object; isUnknown?: string } {
  for (const operation of OPERATIONS) {
    const match = operation.verb === method ? operation.path.exec(path) : null;
    if (!match) continue;
    const unknown = listUnknownParams(form, operation.known);
    if (unknown.length > 0) return { reply: {}, isUnknown: `unknown ${unknown.join(', ')}` };
    return {
      reply: operation.run({ account, form, id: decodeURIComponent(match[1] ?? ''), path }),
    };
  }
  return { reply: {}, isUnknown: 'unknown call' };
}
