export class FakeStripeError extends Error {
  override name = 'FakeStripeError';
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly declineCode: string | undefined;
  /** The parameter that the refusal is about. */
  readonly param: string | undefined;

  constructor(
    status: number,
    message: string,
    { type = 'invalid_request_error', code, declineCode, param }: Partial<FixtureErrorDetails> = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.declineCode = declineCode;
    this.param = param;
  }
}

interface FixtureErrorDetails {
  type: string;
  code: string;
  declineCode: string;
  param: string;
}

/** Creates the error with which the fake Stripe refuses an id that does not exist. */
export function createResourceMissingError(id: string, param?: string): FakeStripeError {
  const details = { code: 'resource_missing', ...(param !== undefined && { param }) };
  return new FakeStripeError(404, `No such object: '${id}'`, details);
}
