const MINUTE_MS = 60_000;

/**
 * How the web app behaves, by the specification (section 9): each constant stands here and nowhere else. Times are in
 * milliseconds, distances in CSS pixels.
 */
export const SPECIFIED_BEHAVIOURS = {
  query: {
    staleTime: 5 * MINUTE_MS,
    gcTime: 10 * MINUTE_MS,
    retry: 1,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  },
  mutation: { retry: false },
  /** Kept as long as other queries; not tried again on 404. */
  profile: { retries: 3 },
  /**
   * One is visible at a time: there is one place for it (src/ui/toast.tsx). The specification gives no figure for the
   * very long delay after which a closed one is removed.
   */
  toast: { duration: 5000, swipeThreshold: 50, removeDelay: 1_000_000 },
  tooltip: { delay: 700, skipDelay: 300 },
} as const;
