import { type ComponentType, useCallback, useEffect, useState } from 'react';

/** What stands where something has not come: whether it could not, and how to try again. */
export interface InsteadProps {
  failed: boolean;
  retry: () => void;
}

/** A component whose code comes when it is first shown, or at `preload`, where it is known before. */
export type Late<Props extends object> = ComponentType<Props> & { preload: () => void };

const Nothing = () => null;

/**
 * Makes a component of what loads its code; until then, and where it cannot come, `Instead` is shown. It is
 * tried again when the network returns. React's own `lazy` would keep what stands in for it for 300 ms at
 * least, and empty the whole window when the code cannot come.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<InsteadProps> = Nothing,
): Late<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  const come = () =>
    (coming ??= load().then(
      (Found) => {
        Loaded = Found;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    ));

  function LateComponent(props: Props) {
    const [tries, setTries] = useState(1);
    const [ended, setEnded] = useState(0);
    const retry = useCallback(() => setTries((count) => count + 1), []);
    useEffect(() => {
      if (Loaded) return undefined;
      const gone = new AbortController();
      const end = () => gone.signal.aborted || setEnded(tries);
      void come().then(end, end);
      addEventListener('online', retry, { signal: gone.signal });
      return () => gone.abort();
    }, [tries, retry]);
    if (Loaded) return <Loaded {...props} />;
    return <Instead failed={ended === tries} retry={retry} />;
  }
  return Object.assign(LateComponent, { preload: () => void come().catch(() => {}) });
}
