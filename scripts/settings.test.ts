import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS_REFERENCE } from '#server/env-reference.ts';
import { listSettingNames } from '#server/env-names.ts';
import { renderEnvSample, renderSettingsPage } from './settings.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const described = SETTINGS_REFERENCE.flatMap(({ settings }) => settings.map(({ name }) => name));

describe('the settings', () => {
  it('are described, each once, and no others', () => {
    expect(described.toSorted()).toEqual(listSettingNames().toSorted());
  });

  it('stand in docs/settings.md and .env.sample as `npx node scripts/settings.ts` writes them', () => {
    expect(read('docs/settings.md')).toBe(renderSettingsPage());
    expect(read('.env.sample')).toBe(renderEnvSample());
  });

  it('are all that is read from the environment by server/env.ts and its neighbours', () => {
    const names = ['server/env.ts', 'server/env-groups.ts', 'server/env-providers.ts'].flatMap(
      (file) =>
        [
          ...read(file).matchAll(
            /(?:given\??\.|given\[')([A-Z][A-Z\d_]+)|^\s+([A-Z][A-Z\d]*_[A-Z\d_]+)(?::|,| =)/gm,
          ),
        ].map(([, one, two]) => one ?? two ?? ''),
    );
    const unknown = names.filter((name) => !described.includes(name) && name !== 'NODE_ENV');
    expect(unknown).toEqual([]);
  });
});
