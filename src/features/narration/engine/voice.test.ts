import { describe, expect, it } from 'vitest';
import {
  getFallbackNarrationMode,
  pickDeviceVoice,
  getRemainingText,
  splitIntoUtterances,
} from './voice.ts';

const voice = (name: string, lang: string, localService = true) => ({
  name,
  lang,
  localService,
  default: false,
});

describe('choosing a voice', () => {
  it('falls from a recording to the device and from there to captions', () => {
    expect(getFallbackNarrationMode('recording', true)).toBe('device');
    expect(getFallbackNarrationMode('recording', false)).toBe('captions');
    expect(getFallbackNarrationMode('device', true)).toBe('captions');
  });

  it('takes a local voice in the language and leaves voices that need a network', () => {
    const voices = [voice('Google français', 'fr-FR', false), voice('Thomas', 'fr_FR')];
    expect(pickDeviceVoice(voices, 'fr')?.name).toBe('Thomas');
    expect(pickDeviceVoice(voices, 'en')).toBeNull();
    expect(pickDeviceVoice([voice('Google français', 'fr-FR', false)], 'fr')).toBeNull();
  });

  it('prefers a fine voice, then the region, and keeps the joke voices for last', () => {
    const voices = [voice('Albert', 'en-US'), voice('Samantha', 'en-US'), voice('Daniel', 'en-GB')];
    expect(pickDeviceVoice(voices, 'en')?.name).toBe('Daniel');
    expect(pickDeviceVoice([...voices, voice('Ava (Premium)', 'en-US')], 'en')?.name).toBe(
      'Ava (Premium)',
    );
    expect(pickDeviceVoice(voices.slice(0, 2), 'en')?.name).toBe('Samantha');
  });

  it('takes the one a person chose for as long as the device has it', () => {
    const named = (name: string) => ({ ...voice(name, 'en-GB'), voiceURI: `urn:${name}` });
    const voices = [named('Daniel'), named('Martha')];
    expect(pickDeviceVoice(voices, 'en', 'urn:Martha')?.name).toBe('Martha');
    expect(pickDeviceVoice(voices, 'en', 'urn:Gone')?.name).toBe('Daniel');
    const remote = { ...named('Away'), localService: false };
    expect(pickDeviceVoice([...voices, remote], 'en', 'urn:Away')?.name).toBe('Daniel');
  });
});

describe('the words of an utterance', () => {
  it('cuts a very long sentence at its commas and loses no word', () => {
    const long = Array.from({ length: 30 }, (_, i) => `part number ${i},`).join(' ');
    const pieces = splitIntoUtterances(long);
    expect(pieces.join(' ')).toBe(long);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(160);
    expect(splitIntoUtterances('A short one.')).toEqual(['A short one.']);
  });

  it('begins at a whole word after a jump', () => {
    expect(getRemainingText('Nothing has to be pushed away.', 0.1)).toBe(
      'Nothing has to be pushed away.',
    );
    expect(getRemainingText('Nothing has to be pushed away.', 0.5)).toBe('pushed away.');
    expect(getRemainingText('Stay.', 0.9)).toBe('');
  });
});
