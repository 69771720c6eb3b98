import { expect, it } from 'vitest';
import { listPrecachedFiles } from './precached-files.ts';

it('a device keeps every page with its words, style and fonts, and nothing that needs the network', () => {
  const manifest = {
    'index.html': {
      file: 'assets/app-1.js',
      css: ['assets/style-1.css'],
      isEntry: true,
      dynamicImports: [
        'src/locales/fr.ts',
        'src/features/plan/plan-page.tsx',
        'src/features/admin/admin-page.tsx',
      ],
    },
    'src/locales/fr.ts': { file: 'assets/fr-1.js' },
    'src/features/plan/plan-page.tsx': { file: 'assets/plan-1.js', assets: ['assets/a-1.woff2'] },
    'src/features/admin/admin-page.tsx': {
      file: 'assets/admin-1.js',
      imports: ['_frame-1.js'],
    },
    '_frame-1.js': { file: 'assets/frame-1.js' },
    'content/airports/airports.bin': { file: 'assets/airports-1.bin' },
  };
  expect(listPrecachedFiles(manifest)).toEqual([
    'assets/a-1.woff2',
    'assets/app-1.js',
    'assets/fr-1.js',
    'assets/plan-1.js',
    'assets/style-1.css',
    'icon.svg',
    'offline-language.js',
    'offline.html',
    'theme.js',
  ]);
});
