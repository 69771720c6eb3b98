import type { Plugin, Rolldown } from 'vite';
import { LANGUAGES } from '../shared/rules/languages.ts';
import { PAGE_MODULES, PAGE_CATALOGUE_GROUPS } from '../shared/rules/page-parts.ts';
import type { RoutePath } from '../shared/rules/route-table.ts';
import { findSeatModuleFaults } from './start-files.ts';

/** Paths of scripts relative to the site's root: those that every page loads, and those of each page by language. */
export interface PageScripts {
  shell: string[];
  pages: Record<string, Record<string, string[]>>;
}

/**
 * Creates a Vite plugin that writes `.vite/pages.json` (PageFiles) to the app's build: the scripts that each page needs
 * to render.
 */
export function createPageScriptsPlugin(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
      // The prerendering and the script of the public pages load nothing of this.
      if (!entry) return;
      const source: PageScripts = {
        shell: collectFiles(entry.fileName, bundle),
        pages: Object.fromEntries(
          Object.entries(PAGE_MODULES).map(([path, page]) => [
            path,
            Object.fromEntries(
              LANGUAGES.map((language) => {
                const words = PAGE_CATALOGUE_GROUPS[path as RoutePath] ?? [];
                const groups = ['', ...words.map((group) => `-${group}`)];
                const modules = [
                  `src/features/${page}.tsx`,
                  ...groups.map((group) => `src/locales/${language}${group}.ts`),
                ];
                const files = modules.flatMap((id) =>
                  collectFiles(findChunkFile(id, chunks), bundle),
                );
                return [language, [...new Set(files)]];
              }),
            ),
          ]),
        ),
      };
      keepStudioApart(source, bundle);
      const [fault] = findSeatModuleFaults(source, (file) => listModules(file, bundle));
      if (fault) throw new Error(fault);
      this.emitFile({
        type: 'asset',
        fileName: '.vite/pages.json',
        source: JSON.stringify(source, null, 1),
      });
    },
  };
}

/**
 * Checks that only the pages of the studio load its code.
 * @throws {Error} naming a page and a module that it loads for nothing
 */
function keepStudioApart({ shell, pages }: PageScripts, bundle: Rolldown.OutputBundle): void {
  const findModule = (files: readonly string[]) =>
    files
      .flatMap((file) => listModules(file, bundle))
      .find((id) => /\/src\/features\/(?:admin|studio-[a-z]+)\//.test(id));
  for (const [path, byLanguage] of [
    ['the shell', { all: shell }] as const,
    ...Object.entries(pages),
  ]) {
    const found = findModule(Object.values(byLanguage).flat());
    if (path.startsWith('/admin') !== (found !== undefined))
      throw new Error(`${path} loads ${found ?? 'nothing'} of the studio`);
  }
}

function listModules(file: string, bundle: Rolldown.OutputBundle): readonly string[] {
  const chunk = bundle[file];
  return chunk?.type === 'chunk' ? chunk.moduleIds : [];
}

function findChunkFile(module: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
  if (!chunk) throw new Error(`${module} of shared/rules/page-parts.ts is in no chunk`);
  return chunk.fileName;
}

/** Collects a chunk and everything it imports statically. */
function collectFiles(file: string, bundle: Rolldown.OutputBundle, found: string[] = []): string[] {
  if (found.includes(file)) return found;
  found.push(file);
  const chunk = bundle[file];
  if (chunk?.type === 'chunk') for (const next of chunk.imports) collectFiles(next, bundle, found);
  return found;
}
