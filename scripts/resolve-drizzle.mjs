import { registerHooks } from 'node:module';

// For `node --import`. For each file of a package, Node parses the `exports` in its package.json to learn what kind of
// module the file is. Drizzle has 200 files and a package.json of 180 kB, which took a quarter of the server's start.

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const isOwnFile = specifier.startsWith('.') && specifier.endsWith('.js');
    if (!isOwnFile || !parentURL?.includes('/node_modules/drizzle-orm/'))
      return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
