import type { StripeAccount } from './account.ts';
import type { FormHash } from './form.ts';

export interface OperationCall {
  account: StripeAccount;
  form: FormHash;
  id: string;
  path: string;
}
export interface StripeOperation {
  known: readonly string[];
  run: (request: OperationCall) => object;
}
