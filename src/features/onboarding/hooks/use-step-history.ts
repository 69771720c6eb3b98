import { useEffect, useState } from 'react';
import { moveInHistory, useHistoryEntryState } from '#web/lib/entry-state.ts';
import {
  getNextOnboardingHistoryEntry,
  type OnboardingStep,
  type OnboardingHistoryEntry,
} from '../model.ts';

/**
 * Keeps the steps of onboarding, question by question, in the browser's history, so that Back, Forward and reloads
 * work. `begin` returns the first entry of a visit. `result`, the id of the latest completed assessment or null, is
 * stored in new entries; outdated entries stay, and `getStepToShow` decides what to show for them.
 */
export function useOnboardingHistory(begin: () => OnboardingHistoryEntry, result: string | null) {
  const [first] = useState(begin);
  const [stored, store] = useHistoryEntryState<OnboardingHistoryEntry>('onboarding');
  // What is shown while the history moves to an earlier entry, until there is another result.
  const [held, hold] = useState<OnboardingHistoryEntry | null>(null);
  const [seen, setSeen] = useState(result);
  if (seen !== result) {
    setSeen(result);
    hold(null);
  }
  useEffect(() => {
    if (!stored) store(first, { replace: true });
  }, [stored, store, first]);
  const entry = held ?? stored ?? first;

  const replace = (change: Partial<OnboardingHistoryEntry>) =>
    store({ ...entry, ...change }, { replace: true });
  return {
    entry,
    replace,
    goOn: (step: OnboardingStep, question: number) =>
      store(getNextOnboardingHistoryEntry(entry, { step, question, result })),
    /** Goes back by one entry; shows the step before where the visit began with the present one. */
    goBack: (before: Partial<OnboardingHistoryEntry>) =>
      entry.depth > 0 ? history.back() : replace(before),
    /**
     * Runs a request and, once it has succeeded, returns to the entry at a depth before the caller hears of it, so that
     * Back does not lead through what is over.
     */
    rewindAfter: async <T>(depth: number, request: () => Promise<T>): Promise<T> => {
      hold(entry);
      try {
        const reply = await request();
        await moveInHistory(depth - entry.depth);
        return reply;
      } catch (error) {
        hold(null);
        throw error;
      }
    },
  };
}
