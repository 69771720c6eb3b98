import { useEffect } from 'react';
import { api } from '#web/lib/api.ts';

let told = false;

/** Tells the server of the first signed-in user seen after load, once (specification, section 4). */
export function useSignInTracking(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || told) return;
    told = true;
    // Nobody waits for it, and nothing depends on it.
    api('POST /api/customerio/sign-in', { body: {} }).catch(() => undefined);
  }, [signedIn]);
}
