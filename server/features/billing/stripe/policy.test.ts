import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#server/root.ts';
import { SYNCED_EVENT_TYPES } from './policy.ts';

it('the manual has Stripe send the events that are handled, each of them and no other', () => {
  const page = readFileSync(path.join(ROOT, 'docs/selling.md'), 'utf8');
  const [, block = ''] = /^```text\n# Stripe's events\n(.*?)^```/ms.exec(page) ?? [];
  expect(block.trim().split('\n')).toEqual([...SYNCED_EVENT_TYPES].toSorted());
});
