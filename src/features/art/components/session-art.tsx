import { useId, type ReactNode } from 'react';
import type { ScriptKind } from '#shared/rules/script-timing.ts';
import { buildSessionArtMarkup } from '#shared/rules/session-art.ts';
import type { Situation } from '#shared/rules/situations.ts';

/**
 * The artwork of one session in a cabin window: its subject before a sky drawn from its id. Decorative: the title
 * beside it names the session.
 */
export function SessionArt({
  id,
  kind,
  subject,
  scope,
  className,
}: {
  id: string;
  kind: ScriptKind;
  /** What the session is about, drawn before the sky. */
  subject?: Situation | undefined;
  /** The ids within the picture begin with it, once on a page; by default one that React chooses. */
  scope?: string;
  className?: string;
}) {
  return (
    <WindowFrame className={className}>
      <UnframedSessionArt id={id} kind={kind} subject={subject} scope={scope} />
    </WindowFrame>
  );
}

/**
 * A session's artwork without the window frame, for windows that show more than the artwork, such as the player's
 * breathing light.
 */
export function UnframedSessionArt({
  id,
  kind,
  subject,
  scope,
  withSun = true,
}: {
  id: string;
  kind: ScriptKind;
  subject?: Situation | undefined;
  scope?: string | undefined;
  /** False leaves out the sun, so that a breathing light is the only light in the window. */
  withSun?: boolean;
}) {
  const ownScope = useId();
  return (
    <SessionArtSvg
      markup={buildSessionArtMarkup({ id, kind, subject, scope: scope ?? ownScope, withSun })}
    />
  );
}

/** Renders the SVG markup that `buildSessionArtMarkup` returned as an element. */
export function SessionArtSvg({ markup }: { markup: string }) {
  return (
    <svg
      viewBox="0 0 120 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block size-full night:brightness-[.72] night:saturate-[.9]"
      // Safe: the markup contains no user input.
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** Renders the artwork as a standalone SVG file, for a shared link's preview or the device's media controls. */
export function renderSessionArtSvg(id: string, kind: ScriptKind, subject?: Situation): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" width="480" height="640">${buildSessionArtMarkup({ id, kind, subject, scope: 's' })}</svg>`;
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
