import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { CLOUD_TOP_M } from '#shared/rules/rehearsal-flight.ts';
import {
  createShaderProgram,
  createRenderTarget,
  type Gl,
  type RenderTarget,
  type GlResourceUsage,
} from './gl.ts';
import {
  CLOUD_HEIGHT_SHADER,
  CLOUD_LIGHT_SHADER,
  RAINDROP_SHADER,
  LAND_SHADER,
} from './noise-shaders.ts';
import { computeSkyColours } from './sky.ts';

const MAP_SIZE = 512;
/** Of the land, whose fields have edges. */
const LAND_SIZE = 768;

/** Draws, once, what every picture reads: clouds with their light, land, and drops. */
export function drawTextureMaps(gl: Gl, dose: RehearsalDose, usage: GlResourceUsage) {
  const [x, , z] = computeSkyColours(dose.light, CLOUD_TOP_M).sun;
  const flat = Math.hypot(x, z) || 1;
  const paint = (fragment: string, size: number, from?: RenderTarget) => {
    const target = createRenderTarget(gl, size, size, usage, true);
    const program = createShaderProgram(gl, fragment);
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
  const heights = paint(CLOUD_HEIGHT_SHADER, MAP_SIZE);
  const clouds = paint(CLOUD_LIGHT_SHADER, MAP_SIZE, heights);
  heights.dispose();
  return { clouds, land: paint(LAND_SHADER, LAND_SIZE), drops: paint(RAINDROP_SHADER, MAP_SIZE) };
}
