import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { type CameraVector, type SceneView, turnLevel } from './camera.ts';
import type { FlightMoment } from './flight.ts';
import { createShaderProgram, createVertexArray, type Gl, type GlResourceUsage } from './gl.ts';
import { LAMP_FRAGMENT_SHADER, LAMP_VERTEX_SHADER } from './glass-shader.ts';
import {
  AIRFIELD_REPEAT_METRES,
  buildAirfieldLamps,
  buildCityLamps,
  CITY_REPEAT_METRES,
  LAMP_VERTEX_LAYOUT,
} from './lamps.ts';
import { MAX_LAMPS, type QualityLevel } from './quality.ts';
import { computeAirfieldClarity, type SkyColours } from './sky.ts';

/** Three ahead and back, two outwards, around a place so far out: as far as one sees through the haze. */
const CITY_TILES = 6;
const CITY_MIDDLE_M = 7_000;
const TIP_COLOUR = [0.25, 1, 0.5] as const;
/** Farther away than the tip of any wing. */
const TIP_SEEN_M = 1_000;

/**
 * Creates what draws the lamps over a drawn scene, by as much as it is night: `outside` those of the city and of the
 * airport, `atTip` the wing's.
 */
export function createLampDrawing(
  gl: Gl,
  dose: RehearsalDose,
  seed: string,
  usage: GlResourceUsage,
) {
  const lamp = createShaderProgram(gl, LAMP_FRAGMENT_SHADER, LAMP_VERTEX_SHADER);
  const city = createVertexArray(gl, buildCityLamps(seed, MAX_LAMPS), LAMP_VERTEX_LAYOUT, usage);
  const field = createVertexArray(gl, buildAirfieldLamps(), LAMP_VERTEX_LAYOUT, usage);
  // Where it is, is told by where the eye is.
  const tip = createVertexArray(
    gl,
    new Float32Array([0, 0, 0, ...TIP_COLOUR, 0.32]),
    LAMP_VERTEX_LAYOUT,
    usage,
  );
  const put = (
    mesh: typeof city,
    tile: readonly [number, number],
    { count = mesh.count, tiles = 1, strength = 1, mirror = 0 },
  ) => {
    lamp.set('uTile', ...tile);
    lamp.set('uStrength', strength);
    lamp.set('uMirror', mirror);
    gl.bindVertexArray(mesh.array);
    gl.drawArraysInstanced(gl.POINTS, 0, count, tiles);
    usage.draws += 1;
  };
  const begin = (unit: number) => {
    lamp.use();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    lamp.set('uUnit', unit);
    lamp.set('uPoint', Math.max(1.35, unit / 215));
  };
  /** From here on places are metres from the aircraft, ahead and to the right of a way in degrees. */
  const look = (
    { camera, project }: SceneView,
    from: readonly [number, number, number],
    degrees: number,
  ) => {
    const [ahead, right, up] = camera.world.map((way) =>
      turnLevel(way, (-degrees * Math.PI) / 180),
    ) as unknown as SceneView['camera']['world'];
    lamp.set('uAhead', ...ahead);
    lamp.set('uRight', ...right);
    lamp.set('uUp', ...up);
    lamp.set('uFrom', ...from);
    lamp.set('uView', ...project);
    const level = Math.hypot(ahead[0], ahead[2]) || 1;
    lamp.set('uMiddle', (ahead[0] / level) * CITY_MIDDLE_M, (ahead[2] / level) * CITY_MIDDLE_M);
  };
  const putCity = (height: number, strength: number, { lamps }: QualityLevel) => {
    if (height < 8 || (dose.place === 'water' && height > 900)) return;
    lamp.set('uBlur', 0);
    lamp.set('uSee', 7_000);
    put(city, CITY_REPEAT_METRES, {
      count: Math.min(city.count, lamps * (dose.place === 'city' ? 1 : 0.12)),
      tiles: CITY_TILES,
      strength: strength * Math.min(2.3, (height - 8) / 220),
    });
  };
  const putField = (height: number, strength: number, unit: number, isWet: boolean) => {
    if (height > 1_400) return;
    lamp.set('uBlur', dose.light === 'rain' && height < 30 ? unit * 0.075 : 0);
    lamp.set('uSee', 16_000);
    const shown = strength * (1 - height / 1_400) * 1.25;
    put(field, AIRFIELD_REPEAT_METRES, { strength: shown });
    if (isWet && height < 40)
      put(field, AIRFIELD_REPEAT_METRES, { strength: shown * 0.9, mirror: 1 });
  };
  const drawOutside = (
    { height, travel, aside, land, runway }: FlightMoment,
    sky: SkyColours,
    view: SceneView,
    quality: QualityLevel,
  ) => {
    const strength = sky.night * (1 - view.fog);
    if (strength < 0.02 || height > 5_500) return;
    const { unit } = view.camera;
    begin(unit);
    lamp.set('uField', computeAirfieldClarity(height));
    const way = (runway * Math.PI) / 180;
    lamp.set('uRunway', Math.cos(way), Math.sin(way), aside);
    look(view, [land[0], height + 3.4, land[1]], 0);
    // A lamp counts for more the darker it is.
    putCity(height, strength * sky.night * (1 - sky.wet * 0.35), quality);
    look(view, [travel, height + 3.4, aside], runway);
    putField(height, strength, unit, sky.wet > 0.5);
    gl.disable(gl.BLEND);
  };
  const drawAtTip = (at: CameraVector, sky: SkyColours, { camera, project, fog }: SceneView) => {
    if (sky.night < 0.02) return;
    const [ahead, right, up] = camera.local;
    begin(camera.unit);
    lamp.set('uField', 0);
    lamp.set('uBlur', 0);
    lamp.set('uSee', TIP_SEEN_M);
    lamp.set('uAhead', ...ahead);
    lamp.set('uRight', ...right);
    lamp.set('uUp', ...up);
    lamp.set('uFrom', ...(camera.eye.map((n, i) => n - at[i]!) as CameraVector));
    lamp.set('uView', ...project);
    put(tip, [TIP_SEEN_M, 0], { strength: sky.night * (1 - 0.5 * fog) });
    gl.disable(gl.BLEND);
  };
  return { outside: drawOutside, atTip: drawAtTip };
}
