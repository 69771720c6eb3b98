import { afterEach, expect, it, vi } from 'vitest';
import { createBreathTones } from './tones.ts';
import { createFlightSoundPlayer } from '#web/features/soundscape/engine/flight-sound-player.ts';

/** A device without sound, which is told what kind of sound it would be. */
function openDevice() {
  const audioSession = { type: 'auto' };
  vi.stubGlobal('navigator', { audioSession });
  const refuse = () => {
    throw new Error('no sound here');
  };
  return { audioSession, refuse };
}

afterEach(() => vi.unstubAllGlobals());

it('the tones of a breath are heard on a phone whose ring switch is off, until they end', () => {
  const { audioSession, refuse } = openDevice();
  const tones = createBreathTones(refuse);
  expect(audioSession.type).toBe('playback');
  tones.dispose();
  expect(audioSession.type).toBe('auto');
});

it('so are the sounds of a flight', () => {
  const { audioSession, refuse } = openDevice();
  const sound = createFlightSoundPlayer(refuse);
  sound.play('gear');
  expect(audioSession.type).toBe('playback');
  sound.stop();
  expect(audioSession.type).toBe('auto');
});

it('a browser without it plays as it always did', () => {
  vi.stubGlobal('navigator', {});
  const tones = createBreathTones(() => {
    throw new Error('no sound here');
  });
  expect(() => tones.dispose()).not.toThrow();
});
