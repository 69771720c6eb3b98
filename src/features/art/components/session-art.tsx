import { useId, type ReactNode } from 'react';
import { type ArtKind, drawSessionArt } from '#shared/rules/session-art.ts';

/**
 * The artwork of one session: a sky drawn from its id, in a cabin window. Decorative; the title beside it names the
 * session.
 */
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

/** The sky without its window, for windows that show more than the artwork (the player's breathing light). */
export function SkyPicture({
  id,
  kind,
  withSun = true,
}: {
  id: string;
  kind: ArtKind;
  /** False leaves out the sun, so that a breathing light is the only light in the window. */
  withSun?: boolean;
}) {
  const scope = useId();
  return <Sky markup={drawSessionArt(id, kind, scope, withSun)} />;
}

/** Renders SVG markup that `drawSky` returned. */
export function Sky({ markup }: { markup: string }) {
  return (
    <svg
      viewBox="0 0 120 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block size-full night:brightness-[.72] night:saturate-[.9]"
      // Safe: `drawSky` builds the markup from numbers only; no user input reaches it.
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** Renders the artwork as a standalone SVG file, for a shared link's preview or the device's media controls. */
export function renderSessionArtSvg(id: string, kind: ArtKind): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" width="480" height="640">${drawSessionArt(id, kind, 's')}</svg>`;
}

/** A frame in the shape of a cabin window around its children. Takes the width of its parent. */
export function WindowFrame({
  children,
  className = '',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`window relative border border-line bg-raised ${className}`}>
      {/* An inset, since a padding in per cent would follow the parent's width instead of the window's. */}
      <div className="absolute inset-[2.4%] isolate *:size-full">{children}</div>
    </div>
  );
}
