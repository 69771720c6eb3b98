import type { ContentDetail } from '#shared/contract/contents.ts';
import { renderSessionArtSvg } from '#web/features/art/components/session-art.tsx';
import type { Player } from '#web/features/narration/engine/player.ts';
import { runWhenIdle } from '#web/lib/idle.ts';

export const SKIP_BACK_MS = 10_000;
export const SKIP_FORWARD_MS = 30_000;

const ARTWORK_PX = 512;

/**
 * Draws the middle of a picture, a tall SVG, as a square PNG, because lock screens show no SVG. Resolves to a data: URL,
 * since the content security policy refuses blob: images. Encoded beside the page's thread, which it would hold up.
 */
async function drawArtwork(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = ARTWORK_PX;
  const height = (ARTWORK_PX * image.naturalHeight) / image.naturalWidth;
  canvas.getContext('2d')?.drawImage(image, 0, (ARTWORK_PX - height) / 2, ARTWORK_PX, height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('no picture could be drawn');
  const reader = new FileReader();
  reader.readAsDataURL(png);
  await new Promise((resolve) => reader.addEventListener('loadend', resolve));
  if (typeof reader.result !== 'string') throw reader.error;
  return reader.result;
}

/** Connects the session to the Media Session API (media keys, lock screen); returns a cleanup function. */
export function connectMediaSession(
  { id, kind, situations, title, author, durationMs }: ContentDetail,
  player: Player,
): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const media = navigator.mediaSession;
  const metadata = (media.metadata = new MediaMetadata({ title, artist: author }));
  const showArtwork = async () => {
    const src = await drawArtwork(renderSessionArtSvg(id, kind, situations[0]));
    metadata.artwork = [{ src, sizes: '512x512', type: 'image/png' }];
  };
  // Without a picture the lock screen shows the app's icon.
  runWhenIdle(() => void showArtwork().catch(() => {}));
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    // Waiting counts as paused, so that the one button of a headset goes on.
    ['play', () => (player.state().held ? player.goOn() : player.play())],
    ['pause', player.pause],
    ['seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? SKIP_BACK_MS / 1000) * 1000)],
    ['seekforward', ({ seekOffset }) => player.skip((seekOffset ?? SKIP_FORWARD_MS / 1000) * 1000)],
    ['seekto', ({ seekTime }) => player.seek((seekTime ?? 0) * 1000)],
  ];
  for (const [action, handler] of actions) media.setActionHandler(action, handler);
  const tell = () => {
    const { playing, held, speed } = player.state();
    media.playbackState = playing && !held ? 'playing' : 'paused';
    // Its own, not that of the loop or the file that plays.
    const position = Math.min(player.position(), durationMs) / 1000;
    media.setPositionState({ duration: durationMs / 1000, position, playbackRate: speed });
  };
  tell();
  const stop = player.subscribe(tell);
  return () => {
    stop();
    for (const [action] of actions) media.setActionHandler(action, null);
    media.metadata = null;
    media.setPositionState();
    media.playbackState = 'none';
  };
}
