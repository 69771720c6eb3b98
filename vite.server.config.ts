import { defineConfig, type Plugin } from 'vite';

/**
 * Escapes what is not in ASCII: V8 keeps the text of a script, and Node reads one with a single other character as two
 * bytes for each.
 */
const escapeOtherThanAscii = (): Plugin => ({
  name: 'escape-other-than-ascii',
  // After the minifier, which writes characters for escapes.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\u007F]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
});

// The server and its packages as a few scripts, which start sooner and need less memory than 1,400 modules
// (docs/decisions/081-built-server.md).
export default defineConfig({
  plugins: [escapeOtherThanAscii()],
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
