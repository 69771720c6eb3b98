import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** A path from the repository root, or a package specifier. */
  to: string;
  typeOnly: boolean;
}

export interface SourceFile {
  path: string;
  lines: number;
  imports: Import[];
  /** Whether it spreads an object literal, which only puts properties on one line. */
  groupsProperties: boolean;
}

const GROUPED_PROPERTIES = /\.{3}\{/;

const OURS: Record<string, string> = {
  '#shared/': 'shared/',
  '#server/': 'server/',
  '#web/': 'src/',
};

/**
 * Reads a source file, `file` relative to `root`: its number of lines, its imports, dynamic ones and re-exports
 * included, and whether it groups properties.
 */
export function readSourceFile(root: string, file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const found: Import[] = staticImports.map((statement) => ({
    to: resolve(file, statement.moduleRequest.value),
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
  }));
  for (const statement of staticExports) {
    for (const { moduleRequest, isType } of statement.entries) {
      if (moduleRequest) found.push({ to: resolve(file, moduleRequest.value), typeOnly: isType });
    }
  }
  for (const { moduleRequest } of dynamicImports) {
    const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[1]) found.push({ to: resolve(file, literal[1]), typeOnly: false });
  }
  return {
    path: file,
    lines: text.split('\n').length - 1,
    imports: found,
    groupsProperties: GROUPED_PROPERTIES.test(text),
  };
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  for (const [prefix, folder] of Object.entries(OURS)) {
    if (specifier.startsWith(prefix)) return folder + specifier.slice(prefix.length);
  }
  return specifier;
}
