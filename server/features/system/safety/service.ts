import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#server/root.ts';
import type { RunningRelease } from '#shared/contract/safety.ts';

/** Reads the version of the running program and, from `CHANGELOG.md`, what changed in it. */
export function readRunningRelease(): RunningRelease {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    version,
    changes: parseChangelogItems(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), version),
  };
}

/** Lists the items under the heading of a version in a changelog; none where there is no such heading. */
export function parseChangelogItems(changelog: string, version: string): string[] {
  const section = changelog.split(/^## /m).find((part) => part.split(/[\s,]/, 1)[0] === version);
  return [...(section ?? '').matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, item = '']) =>
    item.replaceAll(/\s+/g, ' ').trim(),
  );
}
