import type { Account } from './account.ts';
import { CHANGES } from './changes.ts';
import { findUnknown, type FormHash } from './form.ts';
import { READS } from './lists.ts';

const OPERATIONS = Object.entries({ ...CHANGES, ...READS }).map(([name, operation]) => {
  const [verb = '', path = ''] = name.split(' ');
  return { verb, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), ...operation };
});

/** Carries out a call; `isUnknown` tells what the model does not know of it. */
export function answer(
  account: Account,
  method: string,
  path: string,
  form: FormHash,
): { reply?: object; isUnknown?: string } {
  for (const operation of OPERATIONS) {
    const match = operation.verb === method ? operation.path.exec(path) : null;
    if (!match) continue;
    const unknown = findUnknown(form, operation.known);
    if (unknown.length > 0) return { reply: {}, isUnknown: `unknown ${unknown.join(', ')}` };
    return {
      reply: operation.run({ account, form, id: decodeURIComponent(match[1] ?? ''), path }),
    };
  }
  return { reply: {}, isUnknown: 'unknown call' };
}
