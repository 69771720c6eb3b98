import { describe, expect, it } from 'vitest';
import { parseScript, type Cue } from '#shared/rules/script.ts';
import { createFakePlatform } from '../testing/fake-platform.ts';
import { createScriptPlayer } from './player.ts';

const parsed = parseScript(
  [
    'title: A breath\nsummary: One.\ntags: breathing\n---',
    '[ambience cabin]\n[chime]',
    'Let the seat take the weight of your back. Nothing has to be pushed away.',
    '[breathe in 4 out 6 x2]',
    'That is all.',
    '[ambience none]\n[pause 3]',
  ].join('\n'),
  { language: 'en', kind: 'flow', category: 'meditation' },
);
if (!parsed.ok) throw new Error('the script of this test is wrong');
const { cues, durationMs } = parsed;
const says = cues.filter((cue) => cue.type === 'say');
const breathe = cues.find((cue): cue is Cue & { type: 'breathe' } => cue.type === 'breathe')!;

function playerWith(has: { deviceVoice?: boolean; recordingUrl?: string } = {}, startAt = 0) {
  const device = createFakePlatform(has);
  const recordingUrl = has.recordingUrl ?? null;
  const player = createScriptPlayer(
    { cues, durationMs, language: 'en', recordingUrl },
    device.platform,
    startAt,
  );
  const detach = player.attach();
  return { ...device, player, detach };
}

describe('a session with captions alone', () => {
  it('rings, changes its ambience and gives the breath its notes at the script’s times', () => {
    const { player, pass, log } = playerWith();
    player.play();
    pass(durationMs + 5);
    const heard = log.filter((line) => /chime|breath|ambience (cabin|none)/.test(line));
    expect(heard).toEqual([
      'ambience cabin',
      'chime',
      'breath in',
      'breath out',
      'breath in',
      'breath out',
      'ambience none',
    ]);
    expect(player.state()).toMatchObject({ playing: false, ended: true });
  });

  it('is right after a tab slept, and leaves out a chime whose moment is gone', () => {
    const { player, sleep, log } = playerWith();
    player.play();
    log.length = 0;
    sleep(breathe.at + 5_000);
    expect(player.position()).toBe(breathe.at + 5_000);
    expect(cues[player.state().cue]).toBe(breathe);
    expect(log).not.toContain('chime');
  });

  it('begins again from the start once it has ended', () => {
    const { player, pass } = playerWith({}, durationMs - 1_000);
    player.play();
    pass(2_000);
    expect(player.state().ended).toBe(true);
    player.play();
    expect(player.position()).toBe(0);
  });

  it('leaves no timer behind when it is paused', () => {
    const { player, pass, timers } = playerWith();
    player.play();
    pass(4_000);
    player.pause();
    expect(timers()).toBe(0);
  });
});

describe('a session spoken by the device', () => {
  it('waits for a sentence that takes longer than its cue, and never speaks two at once', () => {
    const { player, pass, device, log } = playerWith({ deviceVoice: true });
    player.play();
    const first = says[0]!;
    const second = says[1]!;
    pass(first.at + first.duration + 2_000);
    expect(player.position()).toBe(first.at + first.duration - 1);
    expect(log).not.toContain(`say ${second.text}`);
    device.saying?.end();
    pass(5);
    expect(log.at(-1)).toBe(`say ${second.text}`);
  });

  it('goes on by itself when the end of a sentence is never told', () => {
    const { player, pass, device, log } = playerWith({ deviceVoice: true });
    player.play();
    pass(says[0]!.at);
    device.saying?.start();
    pass(says[0]!.duration * 2 + 5_000);
    expect(log).toContain(`say ${says[1]!.text}`);
    expect(player.state().narrationMode).toBe('device');
  });

  it('turns to captions after two sentences of silence, and keeps its place', () => {
    const { player, pass } = playerWith({ deviceVoice: true });
    player.play();
    pass(says[1]!.at + says[1]!.duration + says[0]!.duration + 12_000);
    expect(player.state()).toMatchObject({
      narrationMode: 'captions',
      voiceLost: true,
      playing: true,
    });
  });

  it('turns to captions at an error, without losing a moment', () => {
    const { player, pass, device } = playerWith({ deviceVoice: true });
    player.play();
    pass(says[0]!.at + 700);
    device.saying?.fail('synthesis-failed');
    expect(player.state()).toMatchObject({ narrationMode: 'captions', voiceLost: true });
    pass(1_000);
    expect(player.position()).toBe(says[0]!.at + 1_700);
  });

  it.each(['falls silent', 'fails'])(
    'waits at its sentence when it %s on a locked phone',
    (way) => {
      const { player, pass, device, show, log } = playerWith({ deviceVoice: true });
      player.play();
      pass(says[0]!.at);
      device.saying?.start();
      show(false);
      if (way === 'fails') device.saying?.fail('synthesis-failed');
      pass(120_000);
      expect(player.state()).toMatchObject({ playing: false, voiceLost: false });
      show(true);
      player.play();
      expect(player.position()).toBe(says[0]!.at);
      expect(log.at(-1)).toBe(`say ${says[0]!.text}`);
    },
  );

  it('waits at its sentence when the phone stopped the page with it', () => {
    const { player, pass, sleep } = playerWith({ deviceVoice: true });
    player.play();
    pass(says[0]!.at + 500);
    sleep(3_600_000);
    expect(player.state()).toMatchObject({ playing: false, voiceLost: false });
    expect(player.position()).toBeLessThan(says[1]!.at);
  });

  it('falls silent on pause and takes the sentence up again from its first word', () => {
    const { player, pass, log } = playerWith({ deviceVoice: true });
    player.play();
    pass(says[0]!.at + 2_500);
    player.pause();
    expect(log).toContain('hush');
    player.play();
    expect(player.position()).toBe(says[0]!.at);
    expect(log.at(-1)).toBe(`say ${says[0]!.text}`);
  });

  it('says only the rest of a sentence that is jumped into', () => {
    const { player, log } = playerWith({ deviceVoice: true });
    player.play();
    player.seek(says[0]!.at + says[0]!.duration / 2);
    expect(log.at(-1)).toBe('say weight of your back.');
  });

  it('keeps the script’s own time when the voice is switched off', () => {
    const { player, pass, log } = playerWith({ deviceVoice: true });
    player.setVoice(false);
    player.play();
    pass(durationMs + 5);
    expect(log.some((line) => line.startsWith('say'))).toBe(false);
    expect(player.state().ended).toBe(true);
  });

  it('speaks as soon as a late list of voices has one', () => {
    const { player, pass, device, log } = playerWith();
    player.play();
    pass(says[0]!.at + 100);
    device.found({ speak: () => {}, cancel: () => {} });
    pass(says[0]!.duration);
    expect(player.state().narrationMode).toBe('device');
    expect(log.some((line) => line.startsWith('say'))).toBe(true);
  });
});

describe('a session with a recording', () => {
  it('is not held at the first sentence by a voice that the device has as well', () => {
    const { player, pass, recording } = playerWith({
      deviceVoice: true,
      recordingUrl: '/media/a.mp3',
    });
    player.play();
    recording.at = durationMs - 1_000;
    pass(1_000);
    expect(player.position()).toBe(durationMs - 1_000);
  });

  it('takes over what was chosen before it was opened: no voice, and a speed', () => {
    const { platform, recording, log } = createFakePlatform();
    const script = { cues, durationMs, language: 'en', recordingUrl: '/media/a.mp3' } as const;
    const player = createScriptPlayer(script, platform);
    player.setVoice(false);
    player.setSpeed(1.5);
    player.attach();
    expect(recording.muted).toBe(true);
    expect(log).toContain('file rate 1.5');
  });

  it.each(['the recording', 'the ambience'])(
    'pauses in place when a phone call stops %s',
    (what) => {
      const { player, pass, recording, interrupt } = playerWith({ recordingUrl: '/media/a.mp3' });
      player.play();
      recording.at = 3_000;
      pass(1_000);
      if (what === 'the recording') recording.events?.interrupted();
      else interrupt();
      expect([player.state().playing, player.position()]).toEqual([false, 3_000]);
      player.play();
      recording.at = 4_000;
      expect(player.position()).toBe(4_000);
    },
  );

  it('keeps the recording’s time', () => {
    const { player, pass, recording } = playerWith({
      recordingUrl: '/media/a.mp3',
      deviceVoice: true,
    });
    player.play();
    pass(9_000);
    recording.at = 3_000;
    expect(player.state().narrationMode).toBe('recording');
    expect(player.position()).toBe(3_000);
    player.setVoice(false);
    expect(recording.muted).toBe(true);
  });

  it('falls to the device’s voice, then to captions, from where it was', () => {
    const { player, pass, recording, device } = playerWith({
      recordingUrl: '/media/a.mp3',
      deviceVoice: true,
    });
    player.play();
    recording.at = says[0]!.at + 500;
    recording.events?.fail('error');
    expect(player.state()).toMatchObject({ narrationMode: 'device', voiceLost: false });
    expect(player.position()).toBe(says[0]!.at + 500);
    pass(10);
    device.saying?.fail('voice-unavailable');
    expect(player.state()).toMatchObject({ narrationMode: 'captions', voiceLost: true });
    expect(player.position()).toBeCloseTo(says[0]!.at + 510, 0);
  });

  it('stops and waits for a press when the browser refuses to sound', () => {
    const { player, recording } = playerWith({ recordingUrl: '/media/a.mp3' });
    player.play();
    recording.events?.refused();
    expect(player.state().playing).toBe(false);
  });
});

describe('a session at another speed', () => {
  it('comes to its words sooner, and breathes in its own seconds', () => {
    const { player, pass } = playerWith();
    player.setSpeed(1.5);
    player.play();
    pass(breathe.at / 1.5);
    expect(player.position()).toBeCloseTo(breathe.at, 0);
    pass(breathe.duration);
    expect(player.position()).toBeCloseTo(breathe.at + breathe.duration, 0);
    pass(1_000);
    expect(player.position()).toBeCloseTo(breathe.at + breathe.duration + 1_500, 0);
  });

  it('keeps its place when the speed changes', () => {
    const { player, pass } = playerWith();
    player.play();
    pass(2_000);
    player.setSpeed(0.6);
    expect(player.position()).toBe(2_000);
    pass(1_000);
    expect(player.position()).toBe(2_600);
  });

  it('has a recording played at that speed, but for the breathing', () => {
    const { player, pass, recording, log } = playerWith({ recordingUrl: '/media/a.mp3' });
    player.setSpeed(1.25);
    player.play();
    recording.at = breathe.at + 10;
    pass(1_100);
    expect(log.filter((line) => line.startsWith('file rate'))).toEqual([
      'file rate 1',
      'file rate 1.25',
      'file rate 1',
    ]);
  });

  it('lets the hand feel each breath turn', () => {
    const { player, pass, log } = playerWith();
    player.play();
    pass(durationMs + 5);
    expect(log.filter((line) => line.startsWith('feel'))).toEqual([
      'feel in',
      'feel out',
      'feel in',
      'feel out',
    ]);
  });
});
