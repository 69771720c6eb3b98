import { useEffect, useState } from 'react';
import { hasUnsentWrites } from '#web/lib/sync/lazy-sync.ts';

/** Returns the key of the sentence that says what is safe: that writes wait on this device only where some do. Looked up once `isAsked`. */
export function useUnsentWritesMessageKey(isAsked = true): 'app:unknown.safe' | 'app:unknown.kept' {
  const [hasUnsent, setHasUnsent] = useState(false);
  useEffect(() => {
    if (isAsked) void hasUnsentWrites().then(setHasUnsent);
  }, [isAsked]);
  return hasUnsent ? 'app:unknown.safe' : 'app:unknown.kept';
}
