import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SOS_SESSION_IDS } from '#shared/rules/sos-sessions.ts';
import { TONIGHT_SESSION_IDS } from '#shared/rules/tonight.ts';
import { computeStarterId } from './content-files.ts';

it('help and the night before a flight lead to every free session of the starter library, and to no other', () => {
  const folder = path.join(import.meta.dirname, '../content/sessions');
  const free = readdirSync(folder).filter(
    (slug) =>
      JSON.parse(readFileSync(path.join(folder, slug, 'session.json'), 'utf8')).access === 'free',
  );
  const idsOf = (prefix: string) =>
    Object.fromEntries(
      free
        .filter((slug) => slug.startsWith(prefix))
        .map((slug) => [slug.replace(prefix, ''), computeStarterId('session', slug)]),
    );
  expect(SOS_SESSION_IDS).toEqual(idsOf('sos-'));
  expect(TONIGHT_SESSION_IDS).toEqual(idsOf('tonight-'));
  expect(free).toHaveLength(
    Object.keys(SOS_SESSION_IDS).length + Object.keys(TONIGHT_SESSION_IDS).length,
  );
});
