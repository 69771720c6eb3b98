import { createBrownNoise, createRainDrops, makeSeamlessLoop, createWhiteNoise } from './noise.ts';

/** Noise repeats after so many seconds. */
const NOISE_LOOP_S = 10;
const OVERLAP_S = 1;
const buffers = new WeakMap<BaseAudioContext, Map<string, AudioBuffer>>();

/** Ramps the gain of an audio node linearly from its present value, without a click. */
export function rampGain(context: BaseAudioContext, gain: AudioParam, to: number, seconds: number) {
  const at = context.currentTime;
  const from = gain.value;
  gain.cancelScheduledValues(at);
  gain.setValueAtTime(from, at);
  gain.linearRampToValueAtTime(to, at + seconds);
}

/**
 * Creates a limiter, which holds back what several parts of a sound add up to, so that none is louder than a person chose or distorts. Browsers
 * make up for it: what it does not hold back becomes louder by some 5 dB.
 */
export const createLimiter = (context: BaseAudioContext) =>
  new DynamicsCompressorNode(context, {
    threshold: -9,
    knee: 6,
    ratio: 20,
    attack: 0.002,
    release: 0.25,
  });

/**
 * Connects an audio source through another node to a new gain node with this loudness, which it returns for the caller
 * to connect.
 */
export function connectToNewGain(
  source: AudioNode,
  through: AudioNode,
  loudness: number,
): GainNode {
  const gain = source.context.createGain();
  gain.gain.value = loudness;
  source.connect(through).connect(gain);
  return gain;
}

/** Creates a Web Audio filter with this frequency in hertz; `q` is its quality factor. */
export function createFilter(
  context: BaseAudioContext,
  type: BiquadFilterType,
  hertz: number,
  q = 0.7,
) {
  return new BiquadFilterNode(context, { type, frequency: hertz, Q: q });
}

/** Creates a Web Audio oscillator with this frequency in hertz, not started yet. */
export function createOscillator(
  context: BaseAudioContext,
  hertz: number,
  type: OscillatorType = 'sine',
) {
  return new OscillatorNode(context, { type, frequency: hertz });
}

/** Creates a looping source of noise, not started yet; its buffer is computed once for each context and kind. */
export function createNoiseLoop(context: BaseAudioContext, kind: 'brown' | 'white' | 'drops') {
  const known = buffers.get(context) ?? new Map<string, AudioBuffer>();
  buffers.set(context, known);
  let buffer = known.get(kind);
  if (!buffer) {
    const { sampleRate } = context;
    const length = Math.round((NOISE_LOOP_S + OVERLAP_S) * sampleRate);
    buffer = context.createBuffer(2, NOISE_LOOP_S * sampleRate, sampleRate);
    for (const side of [0, 1]) {
      const seed = 7 + side;
      const raw =
        kind === 'drops'
          ? createRainDrops(length, sampleRate, seed)
          : { brown: createBrownNoise, white: createWhiteNoise }[kind](length, seed);
      const overlap = length - NOISE_LOOP_S * sampleRate;
      buffer.copyToChannel(makeSeamlessLoop(raw, overlap), side);
    }
    known.set(kind, buffer);
  }
  return new AudioBufferSourceNode(context, { buffer, loop: true });
}
