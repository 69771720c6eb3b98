import type { AmbienceName } from '#shared/rules/script.ts';
import { brown, drops, seamless, white } from './noise.ts';

/** One sound in play: where it comes out, and how to end what makes it. */
interface Bed {
  out: GainNode;
  stop: () => void;
}
type Sound = Exclude<AmbienceName, 'none'>;

const FADE_S = 2.5;
const LOOP_S = 9;
const OVERLAP_S = 1;
const buffers = new WeakMap<BaseAudioContext, Map<string, AudioBuffer>>();

/** The cabin, rain, brown noise and a soft chord, made in the browser: no download, none needed in the air. */
export function createAmbience(context: AudioContext, destination: AudioNode) {
  let name: AmbienceName = 'none';
  let bed: Bed | null = null;

  const end = (old: Bed) => {
    glide(context, old.out.gain, 0, FADE_S);
    setTimeout(old.stop, FADE_S * 1000 + 200);
  };
  return {
    /** Crosses over to another sound; the same one again changes nothing. */
    set: (next: AmbienceName) => {
      if (next === name) return;
      name = next;
      if (bed) end(bed);
      bed = null;
      if (next === 'none') return;
      bed = beds[next](context);
      bed.out.gain.value = 0;
      bed.out.connect(destination);
      glide(context, bed.out.gain, 1, FADE_S);
    },
  };
}

/** Moves a gain in a straight line from where it is now; no click, whatever was under way. */
export function glide(context: BaseAudioContext, gain: AudioParam, to: number, seconds: number) {
  const at = context.currentTime;
  const from = gain.value;
  gain.cancelScheduledValues(at);
  gain.setValueAtTime(from, at);
  gain.linearRampToValueAtTime(to, at + seconds);
}

const beds: Record<Sound, (context: AudioContext) => Bed> = {
  brown: (context) => {
    const noise = loop(context, 'brown');
    return bedOf(context, [noise], [chain(noise, filter(context, 'lowpass', 620), 0.55)]);
  },
  // Air over the hull, ventilation above it, and two engines a hair apart, as from row 12.
  cabin: (context) => {
    const hull = loop(context, 'brown');
    const air = loop(context, 'white');
    const engines = [82, 83.1, 164.6].map((hertz) => tone(context, hertz));
    const parts = [
      chain(hull, filter(context, 'lowpass', 380), 0.62),
      chain(air, filter(context, 'bandpass', 900, 0.5), 0.035),
      ...engines.map((engine, i) =>
        chain(engine, filter(context, 'lowpass', 400), [0.045, 0.04, 0.012][i]!),
      ),
    ];
    return bedOf(context, [hull, air, ...engines], parts);
  },
  rain: (context) => {
    const fall = loop(context, 'white');
    const body = loop(context, 'brown');
    const pane = loop(context, 'drops');
    return bedOf(
      context,
      [fall, body, pane],
      [
        chain(fall, filter(context, 'bandpass', 3200, 0.35), 0.075),
        chain(body, filter(context, 'lowpass', 900), 0.16),
        chain(pane, filter(context, 'highpass', 700), 0.2),
      ],
    );
  },
  // An open fifth and a ninth above it: neither sad nor triumphant, and slow as breath.
  pad: (context) => {
    const notes = [110, 164.8, 220, 246.9, 329.6].flatMap((hertz) => [
      tone(context, hertz, 'triangle', -4),
      tone(context, hertz, 'triangle', 4),
    ]);
    const swell = tone(context, 0.055);
    const soft = filter(context, 'lowpass', 620);
    const depth = context.createGain();
    depth.gain.value = 180;
    swell.connect(depth).connect(soft.frequency);
    for (const note of notes) note.connect(soft);
    return bedOf(context, [...notes, swell], [chain(soft, context.createGain(), 0.075)]);
  },
};

function bedOf(context: AudioContext, sources: AudioScheduledSourceNode[], parts: GainNode[]): Bed {
  const out = context.createGain();
  for (const part of parts) part.connect(out);
  for (const source of sources) source.start();
  const stop = () => {
    for (const source of sources) source.stop();
    out.disconnect();
  };
  return { out, stop };
}

export function chain(source: AudioNode, through: AudioNode, loudness: number): GainNode {
  const gain = source.context.createGain();
  gain.gain.value = loudness;
  source.connect(through).connect(gain);
  return gain;
}

export function filter(context: AudioContext, type: BiquadFilterType, hertz: number, q = 0.7) {
  return new BiquadFilterNode(context, { type, frequency: hertz, Q: q });
}

export function tone(
  context: AudioContext,
  hertz: number,
  type: OscillatorType = 'sine',
  cents = 0,
) {
  return new OscillatorNode(context, { type, frequency: hertz, detune: cents });
}

export function loop(context: AudioContext, kind: 'brown' | 'white' | 'drops') {
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
        kind === 'drops' ? drops(length, sampleRate, seed) : { brown, white }[kind](length, seed);
      const overlap = length - LOOP_S * sampleRate;
      buffer.copyToChannel(seamless(raw, overlap), side);
    }
    known.set(kind, buffer);
  }
  return new AudioBufferSourceNode(context, { buffer, loop: true });
}
