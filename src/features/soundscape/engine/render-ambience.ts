import type { AmbienceName } from '#shared/rules/script.ts';
import { CABIN_BEDS, createCabinBed, CRUISE_TONES_HERTZ } from './cabin-bed.ts';
import { connectToNewGain, createFilter, createNoiseLoop, createOscillator } from './nodes.ts';
import type { AudioSamples } from './wav.ts';

type Bed = Exclude<AmbienceName, 'none'>;

const RATE = 32_000;
/** After so many seconds every part of every bed is back where it began: noise after 10, tones in whole cycles. */
const LOOP_S = 20;
/** What filters need to settle is rendered before, and left out. */
const SETTLE_S = 1;

/** Starts the sources of a bed and connects it to a destination. */
const beds: Record<Bed, (context: BaseAudioContext, to: AudioNode) => void> = {
  brown: (context, to) => {
    const noise = createNoiseLoop(context, 'brown');
    connectToNewGain(noise, createFilter(context, 'lowpass', 620), 0.55).connect(to);
    noise.start();
  },
  // The noise of cruise, and two slightly detuned engines.
  cabin: (context, to) => {
    const bed = createCabinBed(context, CABIN_BEDS.cruise, 0.62);
    bed.part.connect(to);
    bed.source.start();
    for (const [hertz, loudness] of [
      [CRUISE_TONES_HERTZ[0], 0.03],
      [CRUISE_TONES_HERTZ[1], 0.026],
      [2 * CRUISE_TONES_HERTZ[0], 0.01],
    ] as const) {
      const engine = createOscillator(context, hertz);
      engine.connect(new GainNode(context, { gain: loudness })).connect(to);
      engine.start();
    }
  },
  rain: (context, to) => {
    const fall = createNoiseLoop(context, 'white');
    const body = createNoiseLoop(context, 'brown');
    const pane = createNoiseLoop(context, 'drops');
    connectToNewGain(fall, createFilter(context, 'bandpass', 3200, 0.35), 0.075).connect(to);
    connectToNewGain(body, createFilter(context, 'lowpass', 900), 0.16).connect(to);
    connectToNewGain(pane, createFilter(context, 'highpass', 700), 0.2).connect(to);
    for (const source of [fall, body, pane]) source.start();
  },
  // An open fifth with a ninth, each note doubled and slightly detuned, slowly modulated.
  pad: (context, to) => {
    const soft = createFilter(context, 'lowpass', 620);
    const swell = createOscillator(context, 1 / LOOP_S);
    swell.connect(new GainNode(context, { gain: 180 })).connect(soft.frequency);
    swell.start();
    for (const [hertz, beside] of [
      [110, 0.25],
      [164.8, 0.4],
      [220, 0.5],
      [246.9, 0.55],
      [329.6, 0.75],
    ] as const)
      for (const pitch of [hertz - beside, hertz + beside]) {
        const note = createOscillator(context, pitch, 'triangle');
        note.connect(soft);
        note.start();
      }
    soft.connect(new GainNode(context, { gain: 0.075 })).connect(to);
  },
};

/** Renders a background sound on the device as a seamless stereo loop of 20 s. Rejects where there is no Web Audio. */
export async function renderAmbience(name: Bed): Promise<AudioSamples> {
  const context = new OfflineAudioContext(2, (SETTLE_S + LOOP_S) * RATE, RATE);
  beds[name](context, context.destination);
  const rendered = await context.startRendering();
  const skipped = SETTLE_S * RATE;
  const channels = [0, 1].map((side) => rendered.getChannelData(side).subarray(skipped));
  return { rate: RATE, channels };
}
