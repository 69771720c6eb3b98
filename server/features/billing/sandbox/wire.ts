import { AppError } from '#server/http/errors.ts';

type Outcome = 'paid' | 'declined' | 'insufficient_funds' | 'authentication';

/** The refusal of a test card, as the stand-in for Stripe throws it. */
interface Refusal {
  status?: number;
  code?: string;
  declineCode?: string;
}

/**
 * Pays at a page of the test mode and says what came of it.
 * @throws {AppError} `checkout_closed` when the page is over
 */
export async function toOutcome(pay: () => Promise<unknown>): Promise<{ outcome: Outcome }> {
  try {
    await pay();
    return { outcome: 'paid' };
  } catch (error) {
    const { status, code, declineCode } = error as Refusal;
    if (status === 402 && code === 'authentication_required') return { outcome: 'authentication' };
    if (status === 402)
      return { outcome: declineCode === 'insufficient_funds' ? 'insufficient_funds' : 'declined' };
    if (status === undefined) throw error;
    throw new AppError('checkout_closed', undefined, { cause: error });
  }
}
