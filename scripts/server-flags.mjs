/**
 * How the server is started so that it holds little memory: by default V8 and the C library hold what they have used,
 * some 200 MB after the start and more with every password (bench/memory.bench.ts).
 */

/** Options of Node for every program that loads the server's modules. */
export const MODULE_FLAGS = ['--import', new URL('resolve-drizzle.mjs', import.meta.url).href];

/**
 * Options of Node for the server: a small young generation, and an old one that is collected once it has grown by 20 %
 * and not only at several times its size. Smaller or slower to grow, and the collector takes more time than it saves
 * memory (bench/memory.bench.ts).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'];

/** The server, built from server/main.ts (docs/decisions/081-built-server.md). */
export const SERVER_PROGRAM = 'dist/server/main.js';

/**
 * Environment of the server. Settings of glibc: one arena beside the first, and blocks of 32 kB and more are returned to
 * the system as soon as they are free, such as what V8 compiles in (20 MB that were never used again after the start)
 * and the 19 MB of each password hash. Node keeps what it reads from its compile cache in memory, and a start of the
 * built server gains nothing by it.
 */
export const SERVER_ENVIRONMENT = {
  NODE_DISABLE_COMPILE_CACHE: '1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
};
