/**
 * Builds the environment of a server that a test starts as another process: nothing of this one's but the path to
 * programs and the cache of compiled modules.
 */
export function buildChildEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}
