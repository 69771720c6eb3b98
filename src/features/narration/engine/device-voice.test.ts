import { describe, expect, it } from 'vitest';
import {
  createDeviceVoice,
  watchForDeviceVoice,
  type UsedSpeechSynthesis,
} from './device-voice.ts';

const local = { name: 'Daniel', lang: 'en-GB', localService: true, default: true, voiceURI: 'd' };

class FakeUtterance extends EventTarget {
  lang = '';
  rate = 1;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

function fakeSynth(voices: SpeechSynthesisVoice[] = [local]) {
  const queue: FakeUtterance[] = [];
  let changed = () => {};
  const synth: UsedSpeechSynthesis = {
    getVoices: () => voices,
    speak: (utterance) => queue.push(utterance),
    cancel: () => {
      for (const utterance of queue.splice(0)) utterance.dispatchEvent(speechError('interrupted'));
    },
    addEventListener: (_, listener) => (changed = listener),
  };
  return { synth, queue, voices, change: () => changed() };
}
function speechError(error: string) {
  return Object.assign(new Event('error'), { error });
}
function deviceVoice(synth: UsedSpeechSynthesis) {
  return createDeviceVoice(
    synth,
    local,
    (text) => new FakeUtterance(text) as unknown as SpeechSynthesisUtterance,
  );
}
function events() {
  const told: string[] = [];
  return {
    told,
    start: () => told.push('start'),
    end: () => told.push('end'),
    fail: (reason: string) => told.push(reason),
  };
}

describe('the device’s voice', () => {
  it('speaks slowly, in the language of the voice', () => {
    const { synth, queue } = fakeSynth();
    deviceVoice(synth).speak('Stay.', events());
    expect(queue).toMatchObject([{ text: 'Stay.', rate: 0.9, lang: 'en-GB' }]);
  });

  it('tells the end once the last piece of a long sentence has been said', () => {
    const { synth, queue } = fakeSynth();
    const on = events();
    deviceVoice(synth).speak('one two three four five, '.repeat(12).trim(), on);
    expect(queue.length).toBeGreaterThan(1);
    for (const utterance of queue) {
      expect(on.told).not.toContain('end');
      utterance.dispatchEvent(new Event('end'));
    }
    expect(on.told).toEqual(['end']);
  });

  it('tells nothing of a sentence that was cut off by us', () => {
    const { synth, queue } = fakeSynth();
    const voice = deviceVoice(synth);
    const first = events();
    voice.speak('First.', first);
    const [cut] = queue;
    voice.speak('Second.', events());
    cut?.dispatchEvent(new Event('end'));
    voice.cancel();
    expect(first.told).toEqual([]);
  });

  it('tells a real failure once', () => {
    const { synth, queue } = fakeSynth();
    const on = events();
    deviceVoice(synth).speak('Stay.', on);
    queue[0]?.dispatchEvent(speechError('synthesis-failed'));
    queue[0]?.dispatchEvent(new Event('end'));
    expect(on.told).toEqual(['synthesis-failed']);
  });

  it('is found when the list of voices comes late, and only once', () => {
    const late = fakeSynth([]);
    let found = 0;
    watchForDeviceVoice('en', () => found++, late.synth);
    expect(found).toBe(0);
    late.voices.push(local);
    late.change();
    expect(found).toBe(1);
  });

  it('is not missed on a device that has no speech at all', () => {
    expect(watchForDeviceVoice('en', () => {}, undefined)).toBeTypeOf('function');
  });
});
