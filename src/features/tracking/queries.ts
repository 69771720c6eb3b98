import { useEffect } from 'react';
import { api } from '#web/lib/api.ts';

let hasReported = false;

/** Reports the first signed-in user after load to the server, once (specification, section 4). */
export function useSignInTracking(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || hasReported) return;
    hasReported = true;
    // Fire and forget: nothing depends on it.
    api('POST /api/customerio/sign-in', { body: {} }).catch(() => undefined);
  }, [signedIn]);
}
