import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript } from '#shared/rules/script.ts';
import { estimateSentenceMs, getSpeakingWordsPerMinute } from '#shared/rules/script-timing.ts';
import { createFakePlatform } from '../testing/fake-platform.ts';
import { createScriptPlayer } from './player.ts';
import { getReadingSpeedFactor, getUnvoicedPlaybackOptions } from './reading-pace.ts';

const KIND = { language: 'en', kind: 'flow', category: 'meditation' } as const;
const parsed = parseScript(
  [
    'title: A breath\nsummary: One.\ntags: breathing\n---',
    '[ambience none]',
    'Let the seat take the weight of your back, and of your legs, and notice where the weight goes when nobody holds it.',
    '[pause 3]',
    'That is all.',
    '[breathe in 4 out 6 x2]',
  ].join('\n'),
  KIND,
);
if (!parsed.ok) throw new Error('the script of this test is wrong');
const { cues, durationMs } = parsed;
const [first, , second] = cues.filter(({ type }) => type !== 'ambience');

function createSilentPlayer(kind: 'flow' | 'load', has = {}) {
  const device = createFakePlatform(has);
  const script = { cues, durationMs, language: 'en', recordingUrl: null } as const;
  const player = createScriptPlayer(script, device.platform, 0, getUnvoicedPlaybackOptions(kind));
  player.attach();
  return { ...device, player };
}

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

describe('words that nobody speaks', () => {
  it('come at 160 words a minute: 24 in ten seconds instead of fourteen', () => {
    const duration = estimateSentenceMs(words(24), getSpeakingWordsPerMinute(KIND), true);
    const readMs = duration / getReadingSpeedFactor({ text: words(24), duration });
    expect(Math.round(duration / 1000)).toBe(14);
    expect(readMs).toBe(9_700);
  });

  it('never stay longer than they would be spoken, and never go faster than most people read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.boolean(), (count, last) => {
        const duration = estimateSentenceMs(words(count), getSpeakingWordsPerMinute(KIND), last);
        const readMs = duration / getReadingSpeedFactor({ text: words(count), duration });
        expect(readMs).toBeLessThanOrEqual(duration);
        expect((count / readMs) * 60_000).toBeLessThan(175);
      }),
    );
  });

  it('leave silences and breaths their own time', () => {
    const { player, pass } = createSilentPlayer('flow');
    player.play();
    const readMs = first!.duration / getReadingSpeedFactor(first as never);
    pass(readMs + 1_500);
    expect(player.position()).toBeCloseTo(first!.at + first!.duration + 1_500, -2);
  });

  it('go on by a tap, which counts as neither played nor jumped over', () => {
    const { player, pass } = createSilentPlayer('flow');
    player.play();
    pass(2_000);
    const played = player.playedMs();
    player.readOn();
    player.readOn();
    expect(player.position()).toBe(second!.at);
    expect(player.playedMs()).toBeCloseTo(played, -1);
    expect(player.sinceSeekMs()).toBeCloseTo(played, -1);
  });

  it('keep the script’s time as soon as the device has a voice', () => {
    const { player, pass, device } = createSilentPlayer('flow');
    player.play();
    pass(2_000);
    const at = player.position();
    device.found({} as never);
    pass(1_000);
    expect(player.position()).toBeCloseTo(at + 1_000, -1);
    player.readOn();
    expect(player.position()).toBeCloseTo(at + 1_000, -1);
  });
});

describe('what is heard where nobody speaks', () => {
  it('is a soft pad, where the script has nothing', () => {
    const { player, log } = createSilentPlayer('flow');
    player.play();
    expect(log).toContain('ambience pad');
  });
  it('is never softer than the script of an exposure, nor under a voice', () => {
    for (const { player, log } of [
      createSilentPlayer('load'),
      createSilentPlayer('flow', { deviceVoice: true }),
    ]) {
      player.play();
      expect(log).not.toContain('ambience pad');
    }
  });
});
