import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import {
  type CameraVector,
  getWallDensity,
  layOutWindows,
  WALL_DISTANCE_METRES,
} from './camera.ts';
import type { FlightMoment } from './flight.ts';
import { createShaderProgram, createRenderTarget, type RenderTarget } from './gl.ts';
import { createQualityGovernor } from './governor.ts';
import { QUALITY_LEVELS } from './quality.ts';
import { createRehearsalRenderer } from './renderer.ts';
import type { HeadsetLayerConstructor, HeadsetSession, HeadsetView } from './webxr.ts';

/** The picture of the wall at the density 1, in pixels: three windows in a row. */
const WALL = { width: 800, height: 600 };
const USUAL_FRAMES = 72;
/** An eye may move so far from where it was at first, in metres; further, what it sees stands still. */
const MAX_MOVE_M = 0.35;

const QUAD_VERTEX = `#version 300 es
uniform vec4 uCorner0,uCorner1,uCorner2,uCorner3;out vec2 vAt;
void main(){int i=gl_VertexID;vAt=vec2(i%2,i/2);gl_Position=i==0?uCorner0:i==1?uCorner1:i==2?uCorner2:uCorner3;}`;
const QUAD = `#version 300 es
precision highp float;in vec2 vAt;uniform sampler2D uWall;out vec4 o;
void main(){vec2 e=min(vAt,1.-vAt);o=vec4(mix(vec3(.012,.014,.02),texture(uWall,vAt).rgb,smoothstep(0.,.12,min(e.x,e.y))),1.);}`;

/**
 * Draws a flight into a headset until its session is over: the cabin wall straight ahead, as it is for a passenger who has
 * turned to the window, with the outside at infinity behind it, seen by each eye from its own place. `advance` is told how
 * many milliseconds passed, and returns the moment to show; `onEnd` is called once. A controller's button ends it, and so
 * does taking the headset off. Throws where the device cannot draw.
 */
export async function drawIntoHeadset(
  session: HeadsetSession,
  {
    dose,
    seed,
    advance,
    onEnd,
  }: {
    dose: RehearsalDose;
    seed: string;
    advance: (passed: number) => FlightMoment;
    onEnd: () => void;
  },
): Promise<void> {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    xrCompatible: true,
  } as WebGLContextAttributes);
  const renderer = gl && createRehearsalRenderer(canvas, dose, seed);
  if (!gl || !renderer) throw new Error('this browser has no WebGL 2');
  // What a browser clears before a frame must not be a map that was drawn last.
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  const quad = createShaderProgram(gl, QUAD, QUAD_VERTEX);
  const { XRWebGLLayer } = globalThis as unknown as { XRWebGLLayer: HeadsetLayerConstructor };
  const layer = new XRWebGLLayer(session, gl);
  session.updateRenderState({ baseLayer: layer });
  const space = await session.requestReferenceSpace('local');
  const governor = createQualityGovernor(
    QUALITY_LEVELS.length - 1,
    2,
    1000 / (session.frameRate ?? USUAL_FRAMES),
  );
  let seat: CameraVector | null = null;
  let wall: RenderTarget | null = null;
  let last: number | null = null;

  // It may be over already, which is what is wanted.
  const stop = () => void session.end().catch(() => {});
  session.addEventListener('select', stop);
  session.addEventListener('visibilitychange', () => {
    if (session.visibilityState === 'hidden') stop();
  });
  session.addEventListener(
    'end',
    () => {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      onEnd();
    },
    { once: true },
  );
  space.addEventListener('reset', () => (seat = null));

  const fitWall = (density: number): RenderTarget => {
    const [width, height] = [WALL.width * density, WALL.height * density];
    if (wall?.width === width) return wall;
    wall?.dispose();
    return (wall = createRenderTarget(gl, width, height, renderer.usage));
  };
  const drawWall = (view: HeadsetView, moment: FlightMoment, on: RenderTarget) => {
    const { x, y, z } = view.transform.position;
    const away = [x, y, z].map((n, axis) => n - seat![axis]!) as CameraVector;
    const [right, up, back] = away.map((n) =>
      Math.max(-MAX_MOVE_M, Math.min(MAX_MOVE_M, n)),
    ) as CameraVector;
    renderer.draw(moment, QUALITY_LEVELS[governor.level]!, [right, up, -back], on);
    gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
    const part = layer.getViewport(view);
    gl.viewport(part.x, part.y, part.width, part.height);
    quad.use();
    quad.bind('uWall', 0, on.texture);
    for (const [i, corner] of layOutCorners(on, seat!).entries())
      quad.set(`uCorner${i}`, ...projectToClipSpace(view, corner));
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
  const frame: Parameters<HeadsetSession['requestAnimationFrame']>[0] = (time, shown) => {
    session.requestAnimationFrame(frame);
    const passed = last === null ? 0 : time - last;
    last = time;
    const moment = advance(passed);
    const views = shown.getViewerPose(space)?.views ?? [];
    if (views.length === 0) return;
    seat ??= computeMidEye(views);
    const { density } = QUALITY_LEVELS[governor.tell(passed)]!;
    gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
    gl.clearColor(0.012, 0.014, 0.02, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    for (const view of views) drawWall(view, moment, fitWall(density));
  };
  session.requestAnimationFrame(frame);
}

/** The place between the eyes. */
function computeMidEye(views: readonly HeadsetView[]): CameraVector {
  const sum = (axis: 'x' | 'y' | 'z') =>
    views.reduce((all, { transform }) => all + transform.position[axis], 0) / views.length;
  return [sum('x'), sum('y'), sum('z')];
}

/** The corners of the wall's picture, the middle window of which is straight before the seat. */
function layOutCorners(wall: { width: number; height: number }, [x, y, z]: CameraVector) {
  const opening = layOutWindows(wall.width, wall.height);
  const density = getWallDensity(opening);
  return [0, 1, 2, 3].map((i): CameraVector => [
    x + ((i % 2) * wall.width - opening.x) / density,
    y + (Math.floor(i / 2) * wall.height - opening.y) / density,
    z - WALL_DISTANCE_METRES,
  ]);
}

/** Takes a place in the room to the four numbers that a corner of a view's picture has. */
function projectToClipSpace(
  { projectionMatrix, transform }: HeadsetView,
  [x, y, z]: CameraVector,
): number[] {
  const apply = (matrix: Float32Array, at: readonly number[]) =>
    [0, 1, 2, 3].map((row) =>
      at.reduce((sum, n, column) => sum + matrix[column * 4 + row]! * n, 0),
    );
  return apply(projectionMatrix, apply(transform.inverse.matrix, [x, y, z, 1]));
}
