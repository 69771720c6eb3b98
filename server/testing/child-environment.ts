const RESOLVE_DRIZZLE = new URL('../../scripts/resolve-drizzle.mjs', import.meta.url).href;

/**
 * Builds the environment of a server or command in another process: `settings`, how it loads its modules, and of this
 * process only PATH and the cache of compiled modules.
 */
export function buildChildEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const NODE_OPTIONS = `--import=${RESOLVE_DRIZZLE}`;
  return { PATH, NODE_OPTIONS, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}
