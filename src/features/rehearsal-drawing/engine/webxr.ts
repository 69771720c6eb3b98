// What the headset uses of WebXR (https://www.w3.org/TR/webxr/), which TypeScript's own library does not declare.

export interface HeadsetView {
  projectionMatrix: Float32Array;
  transform: { position: DOMPointReadOnly; inverse: { matrix: Float32Array } };
}
export interface HeadsetFrame {
  getViewerPose: (space: EventTarget) => { views: readonly HeadsetView[] } | null;
}
interface HeadsetLayer {
  framebuffer: WebGLFramebuffer | null;
  getViewport: (view: HeadsetView) => { x: number; y: number; width: number; height: number };
}
export interface HeadsetSession extends EventTarget {
  frameRate?: number;
  visibilityState: 'visible' | 'visible-blurred' | 'hidden';
  updateRenderState: (state: { baseLayer: HeadsetLayer }) => void;
  requestReferenceSpace: (type: 'local') => Promise<EventTarget>;
  requestAnimationFrame: (draw: (time: number, frame: HeadsetFrame) => void) => number;
  end: () => Promise<void>;
}
export type HeadsetLayerConstructor = new (
  session: HeadsetSession,
  gl: WebGL2RenderingContext,
) => HeadsetLayer;

interface HeadsetSystem {
  isSessionSupported: (mode: 'immersive-vr') => Promise<boolean>;
  requestSession: (mode: 'immersive-vr') => Promise<HeadsetSession>;
}

/** Returns the browser's way to headsets; undefined where it has none. */
export const findHeadsetSystem = (): HeadsetSystem | undefined =>
  (navigator as Navigator & { xr?: HeadsetSystem }).xr;
