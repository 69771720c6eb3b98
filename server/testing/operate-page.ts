import { readFileSync } from 'node:fs';
import path from 'node:path';

/** docs/operate.md, whose commands and files are tried as they stand there. */
export const OPERATE_PAGE = readFileSync(
  path.join(import.meta.dirname, '../../docs/operate.md'),
  'utf8',
);

/** What only a whole machine has: these commands of the page are not run. */
const OF_THE_SYSTEM = [
  /^apt-get install /,
  /^useradd /,
  /^systemctl (?:daemon-reload|reload caddy)$/,
  /^systemd-run /,
  /^journalctl /,
];
export const isCommandOfTheSystem = (command: string) =>
  OF_THE_SYSTEM.some((known) => known.test(command));

export const readOperateBlocks = (language: string): string[] =>
  [...OPERATE_PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );

/** The commands of the page, from top to bottom. */
export const OPERATE_COMMANDS = readOperateBlocks('sh').flatMap((block) =>
  block.trim().split('\n'),
);

/** The settings of the page, as they stand there. */
export const OPERATE_SETTINGS = Object.fromEntries(
  (readOperateBlocks('ini')[0] ?? '')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
) as Record<string, string>;

/** Where the page takes it that Envol lives. */
export const OPERATE_HOME = '/srv/envol';
