import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { CLOUD_BASE_M, CLOUD_TOP_M } from '#shared/rules/rehearsal-flight.ts';
import {
  type CameraVector,
  type EyeOffset,
  NO_EYE_OFFSET,
  layOutWindows,
  scaleOpening,
  type SceneView,
  type WindowOpening,
  pointCamera,
} from './camera.ts';
import type { FlightMoment } from './flight.ts';
import {
  createVertexArray,
  createShaderProgram,
  createMultisampledTarget,
  type RenderTarget,
  type MultisampledTarget,
  type GlResourceUsage,
} from './gl.ts';
import { GLASS_FRAGMENT_SHADER, WING_FRAGMENT_SHADER, WING_VERTEX_SHADER } from './glass-shader.ts';
import { createLampDrawing } from './lamp-drawing.ts';
import { drawTextureMaps } from './maps.ts';
import { buildSceneShader, SCENE_PARTS, type ScenePart } from './scene-shader.ts';
import {
  computeDeckShare,
  computeDrops,
  computeAirfieldClarity,
  computeFogDensity,
  computeSkyColours,
  type SkyColours,
} from './sky.ts';
import { computeSoftness, fitScene, type QualityLevel } from './quality.ts';
import {
  buildWingTriangles,
  computeWingBendMetres,
  computeWingLamp,
  WING_VERTEX_LAYOUT,
} from './wing.ts';

/** Creates what draws a rehearsal into a canvas; null where there is no WebGL 2. */
export function createRehearsalRenderer(
  canvas: HTMLCanvasElement,
  dose: RehearsalDose,
  seed: string,
) {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    powerPreference: 'low-power',
  });
  if (!gl) return null;
  const usage: GlResourceUsage = { bytes: 0, draws: 0 };
  const maps = drawTextureMaps(gl, dose, usage);
  const scenes = Object.fromEntries(
    SCENE_PARTS.map((part) => [part, createShaderProgram(gl, buildSceneShader(dose, part))]),
  ) as Record<ScenePart, ReturnType<typeof createShaderProgram>>;
  const glass = createShaderProgram(gl, GLASS_FRAGMENT_SHADER);
  const skin = createShaderProgram(gl, WING_FRAGMENT_SHADER, WING_VERTEX_SHADER);
  const wing = createVertexArray(gl, buildWingTriangles(), WING_VERTEX_LAYOUT, usage);
  const drawLamps = createLampDrawing(gl, dose, seed, usage);
  let areScenesReady = false;
  let target: MultisampledTarget | null = null;
  const fit = (
    picture: { width: number; height: number },
    quality: QualityLevel,
  ): MultisampledTarget => {
    const wanted = fitScene(picture, quality);
    const { width, height, samples } = wanted;
    if (target?.width === width && target.height === height && target.samples === samples)
      return target;
    target?.dispose();
    return (target = createMultisampledTarget(gl, wanted, usage));
  };

  const drawScene = (
    part: ScenePart,
    moment: FlightMoment,
    sky: SkyColours,
    view: SceneView,
    quality: QualityLevel,
  ) => {
    const [ahead, right, up] = view.camera.world;
    const scene = scenes[part];
    scene.use();
    scene.set('uCentre', ...view.camera.centre);
    scene.set('uTip', ...projectIntoView(view.camera, computeWingLamp(moment)));
    scene.set('uUnit', view.camera.unit);
    scene.set('uAhead', ...ahead);
    scene.set('uRight', ...right);
    scene.set('uUp', ...up);
    for (const [name, colour] of [
      ['uZenith', sky.zenith],
      ['uMiddle', sky.middle],
      ['uHorizon', sky.horizon],
      ['uSun', sky.sun],
      ['uSunColour', sky.sunColour],
      ['uLit', sky.lit],
      ['uShade', sky.shade],
      ['uFog', sky.fog],
    ] as const)
      scene.set(name, ...colour);
    scene.set('uHeight', moment.height);
    scene.set('uTravel', moment.travel);
    scene.set('uAside', moment.aside);
    scene.set('uOver', ...moment.land);
    scene.set('uFlown', moment.flown);
    scene.set('uNose', ...getTurn(moment.heading));
    scene.set('uYaw', (moment.heading * Math.PI) / 180);
    scene.set('uRunway', ...getTurn(moment.runway));
    scene.set('uCover', sky.cover);
    scene.set('uFogged', view.fog);
    scene.set('uSteps', quality.steps);
    scene.set('uStars', sky.stars);
    scene.set('uNight', sky.night);
    scene.set('uWet', sky.wet);
    scene.set('uGlow', sky.glow);
    scene.set('uTop', CLOUD_TOP_M);
    scene.set('uBase', CLOUD_BASE_M);
    scene.set('uField', computeAirfieldClarity(moment.height));
    scene.set('uTime', moment.time);
    setWindow(scene, view.opening);
    scene.bind('uClouds', 0, maps.clouds.texture);
    scene.bind('uLand', 1, maps.land.texture);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    usage.draws += 1;
  };
  const drawWing = (moment: FlightMoment, sky: SkyColours, view: SceneView, lamp: CameraVector) => {
    const { camera } = view;
    const [ahead, right, up] = camera.local;
    skin.use();
    skin.set('uEye', ...camera.eye);
    skin.set('uAhead', ...ahead);
    skin.set('uRight', ...right);
    skin.set('uUp', ...up);
    skin.set('uView', ...view.project);
    skin.set('uBend', computeWingBendMetres(moment));
    skin.set('uLamp', ...lamp);
    skin.set('uFlaps', moment.flaps);
    skin.set('uSpoilers', moment.spoilers);
    skin.set('uSunHere', ...camera.toLocal(sky.sun));
    const dim = 1 - 0.35 * view.fog;
    skin.set(
      'uSunColour',
      ...(sky.sunColour.map((n) => n * (1 - sky.wet * 0.75) * dim) as [number, number, number]),
    );
    const below = 0.52 + 0.28 * computeDeckShare(moment.height);
    skin.set(
      'uAbove',
      ...(sky.middle.map((n, i) => n * 0.38 + sky.horizon[i]! * 0.16 + sky.zenith[i]! * 0.36) as [
        number,
        number,
        number,
      ]),
    );
    skin.set('uBelow', ...(sky.shade.map((n) => n * below) as [number, number, number]));
    skin.set('uFogged', view.fog);
    skin.set('uHorizon', ...sky.horizon);
    skin.set('uShine', 1);
    skin.set('uGleam', sky.night * (1 - view.fog * 0.6));
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    // The pane smooths what has little alpha: not the wing.
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    gl.bindVertexArray(wing.array);
    gl.drawArrays(gl.TRIANGLES, 0, wing.count);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    usage.draws += 1;
  };
  const drawGlass = (
    moment: FlightMoment,
    sky: SkyColours,
    opening: WindowOpening,
    {
      layers,
      fog,
      from,
      onto,
    }: { layers: number; fog: number; from: RenderTarget; onto: RenderTarget | null },
  ) => {
    const { width, height } = onto ?? canvas;
    gl.bindFramebuffer(gl.FRAMEBUFFER, onto?.frame ?? null);
    gl.viewport(0, 0, width, height);
    glass.use();
    gl.bindVertexArray(null);
    glass.set('uSize', width, height);
    setWindow(glass, opening);
    glass.set('uDrops', computeDrops(dose.light, moment));
    glass.set('uLayers', layers);
    glass.set('uSoft', computeSoftness({ width, height }, from));
    glass.set('uTime', moment.time);
    glass.set('uSpeed', Math.min(1, moment.speed / 60));
    glass.set('uPixel', Math.max(1, height / 700));
    glass.set(
      'uLight',
      ...(sky.middle.map(
        (n, i) => (n * 0.6 + sky.horizon[i]! * 0.4) * (1 - fog) + sky.fog[i]! * fog,
      ) as [number, number, number]),
    );
    glass.set(
      'uLow',
      ...(sky.horizon.map(
        (n, i) => (n * 0.55 + sky.lit[i]! * 0.35) * (1 - fog) + sky.fog[i]! * fog,
      ) as [number, number, number]),
    );
    glass.bind('uScene', 0, from.texture);
    glass.bind('uDropMap', 1, maps.drops.texture);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    usage.draws += 1;
  };

  return {
    usage,
    /**
     * Draws one moment; false where the device took the context away. The canvas has the size that is wanted; `quality`
     * says with how much detail. For a headset: as an eye sees it that is not in its place, `onto` a picture.
     */
    draw: (
      moment: FlightMoment,
      quality: QualityLevel,
      offset: EyeOffset = NO_EYE_OFFSET,
      onto: RenderTarget | null = null,
    ) => {
      if (gl.isContextLost()) return false;
      usage.draws = 0;
      const size = onto ?? canvas;
      const into = fit(size, quality);
      const scale = into.width / size.width;
      const full = layOutWindows(size.width, size.height);
      const opening = scaleOpening(full, scale);
      const sky = computeSkyColours(dose.light, moment.height);
      const fog = computeFogDensity(moment.height);
      const camera = pointCamera(dose.seat, opening, {
        pitch: moment.pitch + moment.shake * 0.35,
        bank: moment.bank + moment.shake,
        heading: moment.heading,
        offset,
      });
      const [w, h] = [into.width / 2, into.height / 2];
      const [x, y] = camera.centre;
      const project = [camera.unit / w, camera.unit / h, x / w - 1, y / h - 1] as const;
      const view = { camera, opening, project, fog };
      gl.bindFramebuffer(gl.FRAMEBUFFER, into.drawn);
      gl.viewport(0, 0, into.width, into.height);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.bindVertexArray(null);
      // A shader is made ready by its first picture: all of them in the first frame, so that none is waited for in the air.
      if (!areScenesReady)
        for (const part of SCENE_PARTS) drawScene(part, moment, sky, view, quality);
      areScenesReady = true;
      drawScene(findScenePart(moment.height), moment, sky, view, quality);
      drawLamps.outside(moment, sky, view, quality);
      const lamp = computeWingLamp(moment);
      drawWing(moment, sky, view, lamp);
      drawLamps.atTip(lamp, sky, view);
      into.finish();
      drawGlass(moment, sky, full, { layers: quality.drops, fog, from: into, onto });
      return true;
    },
  };
}

/** Returns what is seen from a height in metres. */
function findScenePart(height: number): ScenePart {
  if (computeAirfieldClarity(height) > 0) return 'airfield';
  return height < CLOUD_BASE_M ? 'country' : 'tops';
}

/** Finds where something of the aircraft is seen, in units from the middle of the view. */
function projectIntoView(
  { eye, local }: SceneView['camera'],
  lamp: CameraVector,
): [number, number] {
  const way = lamp.map((at, i) => at - eye[i]!);
  const along = (axis: readonly number[]) => axis.reduce((sum, n, i) => sum + n * way[i]!, 0);
  const [ahead, right, up] = local;
  const depth = Math.max(1, along(ahead));
  return [along(right) / depth, along(up) / depth];
}

function getTurn(degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

function setWindow(program: ReturnType<typeof createShaderProgram>, opening: WindowOpening) {
  program.set('uWindow', opening.x, opening.y, opening.halfWidth, opening.halfHeight);
  program.set('uSpacing', opening.spacing);
}
