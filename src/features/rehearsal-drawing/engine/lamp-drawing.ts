import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import type { SceneView } from './camera.ts';
import type { FlightMoment } from './flight.ts';
import { createShaderProgram, createVertexArray, type Gl, type GlUsage } from './gl.ts';
import { LAMP_FRAGMENT_SHADER, LAMP_VERTEX_SHADER } from './glass-shader.ts';
import {
  AIRFIELD_REPEAT_METRES,
  buildAirfieldLamps,
  buildCityLamps,
  CITY_REPEAT_METRES,
  LAMP_VERTEX_LAYOUT,
} from './lamps.ts';
import { MAX_LAMPS, type QualityLevel } from './quality.ts';
import type { SkyColours } from './sky.ts';

/** Three ahead and back, two outwards: as far as one sees through the haze. */
const CITY_TILES = 6;

/** Creates what draws the lamps of the city and of the airport over a drawn scene, by as much as it is night. */
export function createLampDrawing(gl: Gl, dose: RehearsalDose, seed: string, usage: GlUsage) {
  const lamp = createShaderProgram(gl, LAMP_FRAGMENT_SHADER, LAMP_VERTEX_SHADER);
  const city = createVertexArray(gl, buildCityLamps(seed, MAX_LAMPS), LAMP_VERTEX_LAYOUT, usage);
  const field = createVertexArray(gl, buildAirfieldLamps(), LAMP_VERTEX_LAYOUT, usage);
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
  const putCity = (height: number, strength: number, { lamps }: QualityLevel) => {
    if (height < 8 || (dose.place === 'water' && height > 900)) return;
    lamp.set('uBlur', 0);
    lamp.set('uSee', 7_000);
    put(city, CITY_REPEAT_METRES, {
      count: Math.min(city.count, lamps * (dose.place === 'city' ? 1 : 0.12)),
      tiles: CITY_TILES,
      strength: strength * Math.min(1.9, (height - 8) / 220),
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
  return (
    { height, travel, aside }: FlightMoment,
    sky: SkyColours,
    { camera, fog, project }: SceneView,
    quality: QualityLevel,
  ) => {
    const strength = sky.night * (1 - fog);
    if (strength < 0.02 || height > 5_500) return;
    const [ahead, right, up] = camera.world;
    lamp.use();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    lamp.set('uAhead', ...ahead);
    lamp.set('uRight', ...right);
    lamp.set('uUp', ...up);
    lamp.set('uFrom', travel, height + 3.4, height > 900 ? 0 : aside);
    lamp.set('uField', height < 900 ? 1 : 0);
    lamp.set('uView', ...project);
    lamp.set('uUnit', camera.unit);
    lamp.set('uPoint', Math.max(1.35, camera.unit / 215));
    putCity(height, strength * (1 - sky.wet * 0.35), quality);
    putField(height, strength, camera.unit, sky.wet > 0.5);
    gl.disable(gl.BLEND);
  };
}
