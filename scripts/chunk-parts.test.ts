import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CHUNK_PARTS, type ChunkPart, isInChunkPart } from './chunk-parts.ts';

const root = path.join(import.meta.dirname, '..');
const files = globSync('src/features/**/*.{ts,tsx}', { cwd: root }).map((file) => `/${file}`);

it.each(
  Object.entries(CHUNK_PARTS).flatMap(([part, paths]) => paths.map((one) => [part, one] as const)),
)('the chunk of %s finds code at %s', (part, one) => {
  const found = files.filter((file) => file.startsWith(`/src/features/${one}`));
  expect(found.filter((file) => isInChunkPart(file, part as ChunkPart))).not.toEqual([]);
});
