import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('loads all that the commands need, and says which commands there are', () => {
  const { stderr, status } = spawnSync(process.execPath, ['scripts/up.mjs', 'fly'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('Unknown command "fly": one of start, test');
  expect(status).toBe(1);
});
