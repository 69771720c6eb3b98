import type { StripeAccount } from './account.ts';
import type { FormHash } from './form.ts';

export interface OperationCall {
  account: StripeAccount;
  form: FormHash;
  id: string;
  path: string;
}
export interface StripeOperation {
  /** Names of parameters that the model understands. */
  known: readonly string[];
  run: (request: OperationCall) => object;
}
