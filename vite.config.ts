import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/client',
    manifest: true,
    // The strict Content-Security-Policy allows no data: scripts and no inline modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: isSsrBuild
      ? // The prerendering loads at once the words that a browser loads late.
        { checks: { ineffectiveDynamicImport: false } }
      : // The prerendered pages run a small script of their own instead of the app.
        { input: { app: 'index.html', public: 'src/public-page.ts' } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
}));
