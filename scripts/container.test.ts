import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSettingNames } from '#server/env-names.ts';
import { readSettings } from '#server/env.ts';

// No builder of containers is needed: what can be held without one is that Containerfile, compose.yaml and the tree agree.

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Instructions as `[name, rest]`, with lines that end in a backslash joined. */
const instructions = read('Containerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const get = (name: string) => instructions.find(([key]) => key === name)?.[1] ?? '';
const environment = Object.fromEntries(
  get('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
) as Record<string, string>;

const compose = read('compose.yaml');
const composeEnvironment = Object.fromEntries(
  [...compose.matchAll(/^ {6}([A-Z_]+): '?([^'\n]+)'?$/gm)].map(([, key, value]) => [key, value]),
) as Record<string, string>;

describe('Containerfile', () => {
  it('stands on a slim Debian, with the major version of Node that is pinned', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      dependencies: Record<string, string>;
    };
    const major = dependencies['node']?.split('.')[0];
    expect(get('FROM')).toMatch(new RegExp(`/node:${major}-[a-z]+-slim$`));
  });

  it('takes and runs only what is there, and leaves out data, secrets and what is built', () => {
    const scripts = [...read('Containerfile').matchAll(/scripts\/[\w.-]+/g)].map(String);
    expect(scripts.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.env', '.git', 'data', 'dist', 'node_modules'])
      expect(ignored).toContain(name);
    expect(ignored).not.toContain('.env.sample');
  });

  it('ends as a user without rights, after whom nothing is installed', () => {
    const names = instructions.map(([name]) => name);
    expect(get('USER')).toBe('node');
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
    expect(names.filter((name) => name === 'USER')).toHaveLength(1);
  });

  it('sets what the server takes, keeps its data in the volume, and asks the port that it opens', () => {
    const { NODE_ENV: _, ...settings } = environment;
    expect(readSettings(settings)).toMatchObject({ host: '0.0.0.0', dataDir: get('VOLUME') });
    expect(get('EXPOSE')).toBe(environment['PORT']);
    expect(get('HEALTHCHECK')).toContain(`127.0.0.1:${environment['PORT']}/ready`);
    expect(get('RUN')).toContain(environment['DATA_DIR']);
  });
});

describe('compose.yaml', () => {
  it('sets what the server takes, in the folders that are volumes', () => {
    const known = listSettingNames();
    expect(Object.keys(composeEnvironment).filter((name) => !known.includes(name))).toEqual([]);
    const { DATA_DIR: data, BACKUP_DIR: backups } = composeEnvironment;
    expect(compose).toContain(`- data:${data}\n`);
    expect(compose).toContain(`- backups:${backups}\n`);
    expect(get('RUN')).toContain(`${data} ${backups}`);
  });

  it('believes its own network alone about addresses, and has Caddy ask the port of Envol', () => {
    expect(compose).toContain(`- subnet: ${composeEnvironment['TRUSTED_PROXIES']}\n`);
    expect(compose).toContain(`- envol:${environment['PORT']}\n`);
    const published = /ports:\n((?: +- .+\n)+)/.exec(compose)?.[1];
    expect(published?.match(/\d+:\d+/g)).toEqual(['80:80', '443:443']);
  });

  it('starts with a safe configuration once the sample’s settings are filled in', () => {
    const own = {
      ...composeEnvironment,
      PUBLIC_URL: 'https://flights.test',
      BACKUP_PASSPHRASE: 'seven quiet herons over the marsh',
    };
    expect(readSettings(own)).toMatchObject({ dataDir: '/data', backupDir: '/backups' });
  });
});
