import type { AmbienceName } from '#shared/rules/script.ts';
import { createBrownNoise, createRainDrops, makeSeamlessLoop, createWhiteNoise } from './noise.ts';

/** A background sound: its output node, and how to stop it. */
interface Bed {
  out: GainNode;
  stop: () => void;
}
type Sound = Exclude<AmbienceName, 'none'>;

const FADE_S = 2.5;
const LOOP_S = 9;
const OVERLAP_S = 1;
const buffers = new WeakMap<BaseAudioContext, Map<string, AudioBuffer>>();

/** Creates the ambience (cabin, rain, brown noise, a soft chord) by Web Audio: no download, works offline. */
export function createAmbience(context: AudioContext, destination: AudioNode) {
  let name: AmbienceName = 'none';
  let bed: Bed | null = null;

  const end = (old: Bed) => {
    rampGain(context, old.out.gain, 0, FADE_S);
    setTimeout(old.stop, FADE_S * 1000 + 200);
  };
  return {
    /** Cross-fades to another sound; the same one again does nothing. */
    set: (next: AmbienceName) => {
      if (next === name) return;
      name = next;
      if (bed) end(bed);
      bed = null;
      if (next === 'none') return;
      bed = beds[next](context);
      bed.out.gain.value = 0;
      bed.out.connect(destination);
      rampGain(context, bed.out.gain, 1, FADE_S);
    },
  };
}

/** Ramps a gain linearly from its present value, without a click. */
export function rampGain(context: BaseAudioContext, gain: AudioParam, to: number, seconds: number) {
  const at = context.currentTime;
  const from = gain.value;
  gain.cancelScheduledValues(at);
  gain.setValueAtTime(from, at);
  gain.linearRampToValueAtTime(to, at + seconds);
}

const beds: Record<Sound, (context: BaseAudioContext) => Bed> = {
  brown: (context) => {
    const noise = createNoiseLoop(context, 'brown');
    return createBed(
      context,
      [noise],
      [connectThrough(noise, createFilter(context, 'lowpass', 620), 0.55)],
    );
  },
  // Air over the hull, ventilation, and two slightly detuned engines.
  cabin: (context) => {
    const hull = createNoiseLoop(context, 'brown');
    const air = createNoiseLoop(context, 'white');
    const engines = [82, 83.1, 164.6].map((hertz) => createTone(context, hertz));
    const parts = [
      connectThrough(hull, createFilter(context, 'lowpass', 380), 0.62),
      connectThrough(air, createFilter(context, 'bandpass', 900, 0.5), 0.035),
      ...engines.map((engine, i) =>
        connectThrough(engine, createFilter(context, 'lowpass', 400), [0.045, 0.04, 0.012][i]!),
      ),
    ];
    return createBed(context, [hull, air, ...engines], parts);
  },
  rain: (context) => {
    const fall = createNoiseLoop(context, 'white');
    const body = createNoiseLoop(context, 'brown');
    const pane = createNoiseLoop(context, 'drops');
    return createBed(
      context,
      [fall, body, pane],
      [
        connectThrough(fall, createFilter(context, 'bandpass', 3200, 0.35), 0.075),
        connectThrough(body, createFilter(context, 'lowpass', 900), 0.16),
        connectThrough(pane, createFilter(context, 'highpass', 700), 0.2),
      ],
    );
  },
  // An open fifth with a ninth, slowly modulated.
  pad: (context) => {
    const notes = [110, 164.8, 220, 246.9, 329.6].flatMap((hertz) => [
      createTone(context, hertz, 'triangle', -4),
      createTone(context, hertz, 'triangle', 4),
    ]);
    const swell = createTone(context, 0.055);
    const soft = createFilter(context, 'lowpass', 620);
    const depth = context.createGain();
    depth.gain.value = 180;
    swell.connect(depth).connect(soft.frequency);
    for (const note of notes) note.connect(soft);
    return createBed(
      context,
      [...notes, swell],
      [connectThrough(soft, context.createGain(), 0.075)],
    );
  },
};

function createBed(
  context: BaseAudioContext,
  sources: AudioScheduledSourceNode[],
  parts: GainNode[],
): Bed {
  const out = context.createGain();
  for (const part of parts) part.connect(out);
  for (const source of sources) source.start();
  const stop = () => {
    for (const source of sources) source.stop();
    out.disconnect();
  };
  return { out, stop };
}

/** Connects a source through a node to a new gain of this loudness, which it returns unconnected. */
export function connectThrough(source: AudioNode, through: AudioNode, loudness: number): GainNode {
  const gain = source.context.createGain();
  gain.gain.value = loudness;
  source.connect(through).connect(gain);
  return gain;
}

/** Creates a filter with this frequency in hertz; `q` is its quality factor. */
export function createFilter(
  context: BaseAudioContext,
  type: BiquadFilterType,
  hertz: number,
  q = 0.7,
) {
  return new BiquadFilterNode(context, { type, frequency: hertz, Q: q });
}

/** Creates an oscillator, not started yet, detuned by so many `cents`. */
export function createTone(
  context: BaseAudioContext,
  hertz: number,
  type: OscillatorType = 'sine',
  cents = 0,
) {
  return new OscillatorNode(context, { type, frequency: hertz, detune: cents });
}

/** Creates a looping source of noise, not started yet; its buffer is computed once for each context and kind. */
export function createNoiseLoop(context: BaseAudioContext, kind: 'brown' | 'white' | 'drops') {
  const known = buffers.get(context) ?? new Map<string, AudioBuffer>();
  buffers.set(context, known);
  let buffer = known.get(kind);
  if (!buffer) {
    const { sampleRate } = context;
    const length = Math.round((LOOP_S + OVERLAP_S) * sampleRate);
    buffer = context.createBuffer(2, LOOP_S * sampleRate, sampleRate);
    for (const side of [0, 1]) {
      const seed = 7 + side;
      const raw =
        kind === 'drops'
          ? createRainDrops(length, sampleRate, seed)
          : { brown: createBrownNoise, white: createWhiteNoise }[kind](length, seed);
      const overlap = length - LOOP_S * sampleRate;
      buffer.copyToChannel(makeSeamlessLoop(raw, overlap), side);
    }
    known.set(kind, buffer);
  }
  return new AudioBufferSourceNode(context, { buffer, loop: true });
}
