/**
 * How the server is started so that it holds little: V8 and the C library size what they keep for machines that do nothing
 * else, and give back little of it: some 200 MB after the start, and more with every password. See bench/memory.bench.ts.
 */

/** A small nursery: V8's own is for programs that make much garbage at once. */
export const SERVER_FLAGS = ['--max-semi-space-size=4'];

/**
 * glibc: one arena beside the first, and blocks of 128 kB and more (the 19 MB of each password that is hashed, the
 * windows of compression) are the system's again as soon as they are free.
 */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
