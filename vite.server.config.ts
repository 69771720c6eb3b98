import { defineConfig, type Plugin } from 'vite';

/**
 * Escapes what is not in Latin-1: V8 keeps the text of a script, with two bytes for each character if only one of them
 * needs two.
 */
const escapeWideCharacters = (): Plugin => ({
  name: 'escape-wide-characters',
  // After the minifier, which writes characters for escapes.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\u00FF]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
});

// The server and its packages as a few scripts, which start sooner and need less memory than 1,400 modules
// (docs/decisions/081-built-server.md).
export default defineConfig({
  plugins: [escapeWideCharacters()],
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        // A thread's program is a file of its own.
        'password-worker': 'server/features/identity/builtin/engine/password-worker.ts',
      },
      // The names of functions stay, for the log's stack traces.
      output: {
        entryFileNames: '[name].js',
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
});
