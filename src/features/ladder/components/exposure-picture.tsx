import type { ReactNode } from 'react';
import type { Picture } from '#shared/rules/ladder.ts';
import { cabin, gate } from './indoor-pictures.tsx';
import { clouds, map, night, wing } from './outdoor-pictures.tsx';

const PICTURES: Record<Picture, ReactNode> = { gate, cabin, wing, clouds, night, map };

/** A picture to look at for as long as one chooses; drawn, so that nothing is downloaded. */
export function ExposurePicture({ name, label }: { name: Picture; label: string }) {
  return (
    <svg
      viewBox="0 0 320 240"
      role="img"
      aria-label={label}
      className="block w-full rounded-3xl border border-line night:brightness-[.78]"
    >
      {PICTURES[name]}
    </svg>
  );
}
