import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAmbiencePlayer, getSilence } from './ambience.ts';

const bed = (length: number) => ({ rate: 8_000, channels: [new Float32Array(length)] });

/** An audio element as far as an ambience uses it, and a clock that moves only when told. */
function open({ volumeFixed = false } = {}) {
  let time = 0;
  let timers: { due: number; callback: () => void }[] = [];
  const timing = {
    now: () => time,
    schedule: (ms: number, callback: () => void) => {
      const timer = { due: time + ms, callback };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  const audio = Object.assign(new EventTarget(), {
    paused: true,
    src: '',
    loop: false,
    play: () => ((audio.paused = false), Promise.resolve()),
    pause: () => {
      audio.paused = true;
      audio.dispatchEvent(new Event('pause'));
    },
    load: () => {},
    removeAttribute: () => void (audio.src = ''),
  });
  let volume = 1;
  Object.defineProperty(audio, 'volume', {
    get: () => volume,
    set: (next: number) => {
      if (!volumeFixed) volume = next;
    },
  });
  const onInterrupted = vi.fn();
  const load = vi.fn((name: string) => Promise.resolve(bed(name === 'rain' ? 200 : 100)));
  const element = audio as unknown as HTMLAudioElement;
  const ambience = createAmbiencePlayer(element, timing, onInterrupted, load);
  const pass = async (ms: number) => {
    for (const end = time + ms; time < end;) {
      await Promise.resolve();
      time += 50;
      const due = timers.filter((one) => one.due <= time);
      timers = timers.filter((one) => one.due > time);
      for (const one of due) one.callback();
    }
  };
  return { ambience, audio, element, pass, onInterrupted, load };
}

/** The bytes of each file that the element was given. */
const sizes = new Map<string, number>();
const files: Blob[] = [];
beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${sizes.size}`;
    sizes.set(url, (file as Blob).size);
    files.push(file as Blob);
    return url;
  });
});
const RAIN = 44 + 400;
const CABIN = 44 + 200;

describe('the ambience', () => {
  it('plays a loop as loud as it is set, and fades over to another', async () => {
    const { ambience, audio, element, pass } = open();
    ambience.set('cabin');
    ambience.setVolume(0.4);
    ambience.start();
    // A press plays at once what there is: an iPhone asks for that. It was put together before.
    expect([audio.paused, audio.loop]).toEqual([false, true]);
    expect(files.at(-1)).toBe(getSilence());
    await pass(2_000);
    expect([sizes.get(audio.src), element.volume]).toEqual([CABIN, 0.4]);
    ambience.set('rain');
    await pass(1_000);
    expect([sizes.get(audio.src), element.volume < 0.4]).toEqual([CABIN, true]);
    // Growing quieter for the sleep timer meanwhile loses neither.
    ambience.setMasterVolume(0.5);
    await pass(4_000);
    expect([sizes.get(audio.src), element.volume]).toEqual([RAIN, 0.2]);
  });

  it('goes on in silence where there is none, so that the lock screen keeps its buttons', async () => {
    const { ambience, audio, pass, load } = open();
    ambience.set('rain');
    ambience.start();
    await pass(2_000);
    expect([audio.paused, load.mock.calls.length]).toEqual([false, 0]);
    ambience.setVolume(0.5);
    await pass(2_000);
    expect(sizes.get(audio.src)).toBe(RAIN);
    ambience.setVolume(0);
    await pass(4_000);
    expect(sizes.get(audio.src)).toBeGreaterThan(RAIN);
  });

  it('fades out when it is stopped, and goes on with the same loop', async () => {
    const { ambience, audio, element, pass, onInterrupted } = open();
    ambience.set('cabin');
    ambience.setVolume(0.4);
    ambience.start();
    await pass(2_000);
    ambience.stop();
    await pass(300);
    expect(audio.paused).toBe(false);
    await pass(1_000);
    expect([audio.paused, element.volume]).toEqual([true, 0]);
    ambience.start();
    await pass(1_000);
    expect([audio.paused, sizes.get(audio.src), element.volume]).toEqual([false, CABIN, 0.4]);
    expect(onInterrupted).not.toHaveBeenCalled();
  });

  it('tells when something else stops it, such as a phone call', async () => {
    const { ambience, audio, pass, onInterrupted } = open();
    ambience.start();
    await pass(1_000);
    audio.pause();
    expect(onInterrupted).toHaveBeenCalledOnce();
    ambience.stop();
    ambience.start();
    expect(audio.paused).toBe(false);
  });

  it('has its loudness in the loop itself where the device fixes the volume', async () => {
    const { ambience, audio, pass } = open({ volumeFixed: true });
    ambience.set('cabin');
    ambience.setVolume(0.4);
    ambience.start();
    await pass(4_000);
    const first = audio.src;
    ambience.setVolume(0.2);
    ambience.setVolume(0.1);
    await pass(4_000);
    expect([sizes.get(audio.src), audio.src === first]).toEqual([CABIN, false]);
  });

  it('stays silent, and the session goes on, where no loop can be rendered', async () => {
    const { ambience, audio, pass, load } = open();
    load.mockRejectedValueOnce(new Error('no Web Audio'));
    ambience.set('cabin');
    ambience.setVolume(0.4);
    ambience.start();
    await pass(3_000);
    expect([audio.paused, sizes.get(audio.src)! > RAIN]).toEqual([false, true]);
  });
});
