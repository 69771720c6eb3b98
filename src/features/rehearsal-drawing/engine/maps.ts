import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { CLOUD_TOP } from '#shared/rules/rehearsal-flight.ts';
import { createProgram, createTarget, type Gl, type GlTarget, type GlUsage } from './gl.ts';
import { CLOUD_HEIGHTS, CLOUD_LIGHT, DROPS, LAND } from './noise-shaders.ts';
import { getSky } from './sky.ts';

const MAP_SIZE = 512;

/** Draws, once, what every picture reads: clouds with their light, land, and drops. */
export function drawMaps(gl: Gl, dose: RehearsalDose, usage: GlUsage) {
  const [x, , z] = getSky(dose.light, CLOUD_TOP).sun;
  const flat = Math.hypot(x, z) || 1;
  const paint = (fragment: string, size: number, from?: GlTarget) => {
    const target = createTarget(gl, size, size, usage, true);
    const program = createProgram(gl, fragment);
    gl.viewport(0, 0, size, size);
    program.use();
    program.set('uSize', size);
    program.set('uSeed', 0.137);
    program.set('uSun', x / flat, z / flat);
    if (from) program.bind('uFrom', 0, from.texture);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindTexture(gl.TEXTURE_2D, target.texture);
    gl.generateMipmap(gl.TEXTURE_2D);
    return target;
  };
  const heights = paint(CLOUD_HEIGHTS, MAP_SIZE);
  const clouds = paint(CLOUD_LIGHT, MAP_SIZE, heights);
  heights.dispose();
  return { clouds, land: paint(LAND, MAP_SIZE), drops: paint(DROPS, MAP_SIZE) };
}
