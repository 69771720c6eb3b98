import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SOS_SESSIONS } from '#shared/rules/sos-sessions.ts';
import { buildStarterId } from './content-files.ts';

it('the page of help leads to every free session of the starter library, and to no other', () => {
  const folder = path.join(import.meta.dirname, '../content/sessions');
  const free = readdirSync(folder).filter(
    (slug) =>
      JSON.parse(readFileSync(path.join(folder, slug, 'session.json'), 'utf8')).access === 'free',
  );
  const ids = free.map((slug) => [slug.replace('sos-', ''), buildStarterId('session', slug)]);
  expect(SOS_SESSIONS).toEqual(Object.fromEntries(ids));
});
