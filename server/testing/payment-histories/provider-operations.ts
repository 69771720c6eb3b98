import { globSync, readFileSync } from 'node:fs';
import { Stripe } from 'stripe';

const BILLING = new URL('../../features/billing/', import.meta.url);
/** Its readings show the operator how Stripe is set, and none of them changes what people are told of a pass. */
const SETTINGS = 'settings/service.ts';
/** Computed within the process. */
const LOCAL = 'webhooks.constructEvent';

/** Lists the methods of Stripe's library that the app's provider calls, such as `customers.update`. */
const listProviderMethods = (): string[] => [
  ...new Set(
    globSync('**/service.ts', { cwd: BILLING.pathname })
      .filter((file) => file !== SETTINGS)
      .flatMap((file) => [
        ...readFileSync(new URL(file, BILLING), 'utf8').matchAll(/\bstripe((?:\s*\.\w+)+)\(/g),
      ])
      .map(([, path = '']) => path.replaceAll(/\s/g, '').slice(1))
      .filter((path) => path !== LOCAL),
  ),
];

/** The method of Stripe's library by which each call sends its request. */
const SEND = '_makeRequest';
type Call = (this: object, id: string) => string;

/** Makes a call of Stripe's library that is not sent. @returns the operation, such as `POST /v1/customers/:id` */
function nameOperation(stripe: Stripe, path: string): string {
  const call = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], stripe) as Call;
  const name = (method: string, url: string) => `${method} ${decodeURIComponent(url)}`;
  return call.call({ [SEND]: name }, ':id');
}

/** Lists the operations of Stripe's API that the app's provider uses: read from its own code, so that none is forgotten. */
export function listProviderOperations(): string[] {
  const stripe = new Stripe('sk_test_of_nobody');
  return listProviderMethods().map((path) => nameOperation(stripe, path));
}
