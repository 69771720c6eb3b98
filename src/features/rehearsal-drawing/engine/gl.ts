/** What a drawing context holds, counted so that a bench can print it. */
export interface GlResourceUsage {
  bytes: number;
  draws: number;
}

export type Gl = WebGL2RenderingContext;

const SCREEN_VERTEX = `#version 300 es
void main(){vec2 p=vec2(gl_VertexID%2*4-1,gl_VertexID/2*4-1);gl_Position=vec4(p,0.,1.);}`;

/** Compiles and links a program; throws the compiler's message. Without `vertex` it draws one triangle over everything. */
export function createShaderProgram(gl: Gl, fragment: string, vertex = SCREEN_VERTEX) {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    const logs = (gl.getAttachedShaders(program) ?? []).map((one) => gl.getShaderInfoLog(one));
    throw new Error([gl.getProgramInfoLog(program), ...logs].join('\n'));
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  const find = (name: string) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
    return places.get(name) ?? null;
  };
  return {
    use: () => gl.useProgram(program),
    set: (name: string, ...values: number[]) => {
      const at = find(name);
      if (values.length === 1) gl.uniform1f(at, values[0]!);
      else if (values.length === 2) gl.uniform2fv(at, values);
      else if (values.length === 3) gl.uniform3fv(at, values);
      else gl.uniform4fv(at, values);
    },
    bind: (name: string, unit: number, texture: WebGLTexture) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform1i(find(name), unit);
    },
  };
}

/** Creates a picture to draw into, of 8 bits a channel; `repeats` for one that tiles and has smaller copies of itself. */
export function createRenderTarget(
  gl: Gl,
  width: number,
  height: number,
  usage: GlResourceUsage,
  repeats = false,
) {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, repeats ? Math.log2(width) + 1 : 1, gl.RGBA8, width, height);
  const edge = repeats ? gl.REPEAT : gl.CLAMP_TO_EDGE;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, edge);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, edge);
  gl.texParameteri(
    gl.TEXTURE_2D,
    gl.TEXTURE_MIN_FILTER,
    repeats ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR,
  );
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const bytes = width * height * 4 * (repeats ? 4 / 3 : 1);
  usage.bytes += bytes;
  return {
    texture,
    frame,
    width,
    height,
    dispose: () => {
      gl.deleteTexture(texture);
      gl.deleteFramebuffer(frame);
      usage.bytes -= bytes;
    },
  };
}
export type RenderTarget = ReturnType<typeof createRenderTarget>;

/**
 * Creates a picture with depth, whose edges are smoothed by so many samples of a pixel (0 for none): what is drawn into
 * `drawn` is in its texture after `finish`.
 */
export function createMultisampledTarget(
  gl: Gl,
  { width, height, samples }: { width: number; height: number; samples: number },
  usage: GlResourceUsage,
) {
  const whole = createRenderTarget(gl, width, height, usage);
  const drawn = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, drawn);
  const buffers = [
    [gl.COLOR_ATTACHMENT0, gl.RGBA8],
    [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT16],
  ].map(([attachment, format]) => {
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format!, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment!, gl.RENDERBUFFER, buffer);
    return buffer;
  });
  const bytes = width * height * 6 * Math.max(1, samples);
  usage.bytes += bytes;
  return {
    ...whole,
    drawn,
    samples,
    finish: () => {
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, drawn);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, whole.frame);
      const area = [0, 0, width, height] as const;
      gl.blitFramebuffer(...area, ...area, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    },
    dispose: () => {
      whole.dispose();
      gl.deleteFramebuffer(drawn);
      for (const buffer of buffers) gl.deleteRenderbuffer(buffer);
      usage.bytes -= bytes;
    },
  };
}
export type MultisampledTarget = ReturnType<typeof createMultisampledTarget>;

/** Keeps numbers in a buffer with its layout: for each attribute, in order, how many of them it takes. */
export function createVertexArray(
  gl: Gl,
  data: Float32Array,
  layout: readonly number[],
  usage: GlResourceUsage,
) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
  usage.bytes += data.byteLength;
  const stride = layout.reduce((sum, size) => sum + size, 0);
  let offset = 0;
  for (const [index, size] of layout.entries()) {
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride * 4, offset * 4);
    offset += size;
  }
  gl.bindVertexArray(null);
  return { array, count: data.length / stride };
}
