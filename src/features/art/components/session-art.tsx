import { useId } from 'react';
import { WindowFrame } from '#web/ui/window-frame.tsx';
import { type ArtKind, drawSky } from '#shared/rules/session-art.ts';

/** The picture of one session: its own sky, seen through a cabin window. Decoration; the title beside it names it. */
export function SessionArt({
  id,
  kind,
  className,
}: {
  id: string;
  kind: ArtKind;
  className?: string;
}) {
  return (
    <WindowFrame className={className}>
      <SkyPicture id={id} kind={kind} />
    </WindowFrame>
  );
}

/** The sky alone, for a window that holds more than the picture (the player's breathing light). */
export function SkyPicture({
  id,
  kind,
  withSun = true,
}: {
  id: string;
  kind: ArtKind;
  /** Without it a breathing light is the only light in the window. */
  withSun?: boolean;
}) {
  const scope = useId();
  return <Sky markup={drawSky(id, kind, scope, withSun)} />;
}

/** A sky that is drawn already, by `drawSky`. */
export function Sky({ markup }: { markup: string }) {
  return (
    <svg
      viewBox="0 0 120 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block size-full night:brightness-[.72] night:saturate-[.9]"
      // The markup is drawn from numbers of ours alone: no text of anybody reaches it.
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** The same picture as a file of its own, for a shared link's preview or the device's media controls. */
export function sessionArtSvg(id: string, kind: ArtKind): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" width="480" height="640">${drawSky(id, kind, 's')}</svg>`;
}
