import { describe, expect, it, vi } from 'vitest';
import { openRecording } from './recording.ts';

/** An audio element as far as a recording uses it. */
function createAudio() {
  const audio = Object.assign(new EventTarget(), {
    duration: Number.NaN,
    currentTime: 0,
    paused: true,
    ended: false,
    src: '',
    play: () => ((audio.paused = false), Promise.resolve()),
    pause: () => void (audio.paused = true),
  });
  const load = (seconds: number) => {
    audio.duration = seconds;
    audio.dispatchEvent(new Event('loadedmetadata'));
  };
  return { audio, load, breakOff: () => audio.dispatchEvent(new Event('error')) };
}

function open() {
  const element = createAudio();
  const events = { fail: vi.fn(), refused: vi.fn(), interrupted: vi.fn() };
  const audio = element.audio as unknown as HTMLAudioElement;
  const recording = openRecording('/media/a.mp3', 60_000, events, audio);
  return { ...element, events, recording };
}

describe('a recording whose address has ended', () => {
  it('is asked for once more, and goes on from where it was', () => {
    const { audio, load, breakOff, events, recording } = open();
    load(60);
    recording.play();
    audio.currentTime = 20;
    audio.src = 'https://bucket.example/ended';
    breakOff();
    expect([audio.src, audio.paused]).toEqual(['/media/a.mp3', false]);
    audio.currentTime = 0;
    load(60);
    expect(audio.currentTime).toBe(20);
    breakOff();
    expect(events.fail).toHaveBeenCalledWith('error');
  });

  it('is lost when it never began', () => {
    const { breakOff, events } = open();
    breakOff();
    expect(events.fail).toHaveBeenCalledWith('error');
  });
});

describe('a recording that something else stops', () => {
  it('says so once, and not of its own pauses, its end or a press that follows at once', () => {
    const { audio, load, events, recording } = open();
    load(60);
    const stop = () => {
      audio.pause();
      audio.dispatchEvent(new Event('pause'));
    };
    recording.play();
    recording.pause();
    audio.dispatchEvent(new Event('pause'));
    recording.play();
    recording.pause();
    recording.play();
    audio.dispatchEvent(new Event('pause'));
    audio.ended = true;
    stop();
    expect(events.interrupted).not.toHaveBeenCalled();
    audio.ended = false;
    recording.play();
    stop();
    stop();
    expect(events.interrupted).toHaveBeenCalledOnce();
  });
});
