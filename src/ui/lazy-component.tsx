import { type ComponentType, useCallback, useEffect, useState } from 'react';

/** Props of the fallback: whether loading failed, and how to try again. */
export interface FallbackProps {
  failed: boolean;
  retry: () => void;
}

/** A component whose code loads when it is first rendered, or earlier by `preload`. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Resolves to whether its code is there. */
  preload: () => Promise<boolean>;
};

const EmptyFallback = () => null;

/** After how long of waiting it counts as failed, in milliseconds: a silent network refuses nothing. */
const PATIENCE_MS = 15_000;

/**
 * Creates a component from a function that loads its code. `Fallback` is rendered while it loads and after it failed;
 * loading is retried when the network returns, and what comes late is shown. React's own `lazy` would keep the fallback
 * for at least 300 ms and, on failure, unmount the whole tree.
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props & FallbackProps> = EmptyFallback,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const startLoading = () =>
    (loading ??= load().then(
      (Component) => {
        Loaded = Component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  function LazyComponentWrapper(props: Props) {
    const [attempt, setTries] = useState(1);
    const [failedAttempt, setEnded] = useState(0);
    const retry = useCallback(() => setTries((count) => count + 1), []);
    useEffect(() => {
      if (Loaded) return undefined;
      const markEnded = () => setEnded(attempt);
      void startLoading().then(retry, markEnded);
      const timer = setTimeout(markEnded, PATIENCE_MS);
      addEventListener('online', retry);
      return () => {
        removeEventListener('online', retry);
        clearTimeout(timer);
      };
    }, [attempt, retry]);
    if (Loaded) return <Loaded {...props} />;
    return <Fallback {...props} failed={failedAttempt === attempt} retry={retry} />;
  }
  return Object.assign(LazyComponentWrapper, {
    preload: () =>
      startLoading().then(
        () => true,
        () => false,
      ),
  });
}
