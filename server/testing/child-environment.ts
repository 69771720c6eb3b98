/**
 * Builds the environment of a server in another process: `settings`, and of this process only PATH and the cache of
 * compiled modules.
 */
export function buildChildEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}
