import { expect, it } from 'vitest';
import { listPrecachedFiles } from './precached-files.ts';

it('a device keeps every page with its style and fonts at once, words by language, what is rare later, and nothing that needs the network', () => {
  const manifest = {
    'index.html': {
      file: 'assets/app-1.js',
      css: ['assets/style-1.css'],
      isEntry: true,
      dynamicImports: [
        'src/locales/fr.ts',
        'src/features/plan/plan-page.tsx',
        'src/features/admin/admin-page.tsx',
        'src/features/waitlist/waitlist-page.tsx',
        'src/features/auth/auth-page.tsx',
        'src/features/rehearsal/rehearsal-page.tsx',
      ],
    },
    'src/locales/fr.ts': { file: 'assets/fr-1.js' },
    'src/features/plan/plan-page.tsx': { file: 'assets/plan-1.js', assets: ['assets/a-1.woff2'] },
    'src/features/waitlist/waitlist-page.tsx': {
      file: 'assets/waitlist-1.js',
      imports: ['_form-1.js'],
    },
    'src/features/auth/auth-page.tsx': { file: 'assets/auth-1.js' },
    'src/features/rehearsal/rehearsal-page.tsx': {
      file: 'assets/rehearsal-1.js',
      assets: ['assets/dusk-runway-1.webp'],
      dynamicImports: ['src/features/rehearsal-drawing/engine/headset.ts'],
    },
    'src/features/rehearsal-drawing/engine/headset.ts': { file: 'assets/headset-1.js' },
    'src/features/rehearsal/stills/dusk-runway.webp': { file: 'assets/dusk-runway-1.webp' },
    '_form-1.js': { file: 'assets/form-1.js' },
    'src/features/admin/admin-page.tsx': {
      file: 'assets/admin-1.js',
      imports: ['_frame-1.js'],
    },
    '_frame-1.js': { file: 'assets/frame-1.js' },
    'offline-sos-en.html': { file: 'assets/offline-sos-en-1.html' },
    'content/airports/airports.bin': { file: 'assets/airports-1.bin' },
  };
  expect(listPrecachedFiles(manifest).map(({ name, when }) => `${when} ${name}`)).toEqual([
    'first assets/a-1.woff2',
    'later assets/airports-1.bin',
    'first assets/app-1.js',
    'later assets/auth-1.js',
    'later assets/dusk-runway-1.webp',
    'later assets/form-1.js',
    'fr assets/fr-1.js',
    'en assets/offline-sos-en-1.html',
    'first assets/plan-1.js',
    'later assets/rehearsal-1.js',
    'first assets/style-1.css',
    'later assets/waitlist-1.js',
    'first first.js',
    'first icon.svg',
    'first offline-language.js',
    'first offline.html',
  ]);
});
