/**
 * Wraps a read so that callers share it: one runs at a time, and callers that come while one runs share the next, so that
 * none gets what was read before its call. A failed read fails for all that shared it.
 */
export function coalesceIntoNextRead<Data>(read: () => Promise<Data>): () => Promise<Data> {
  let running: Promise<Data> | null = null;
  let next: Promise<Data> | null = null;
  const start = () => {
    const reading = read();
    running = reading;
    next = null;
    const end = () => void (running = null);
    // Registered first, so that it comes before the start of the next.
    reading.then(end, end);
    return reading;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
