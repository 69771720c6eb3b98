import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXCERPT_MS, renderExcerptHtml, extractFirstMinute } from './script-excerpt.ts';
import { assignCueTimes, getScriptDurationMs, type UntimedCue } from './script-timing.ts';

const say = (text: string, duration: number, paragraph = 0): UntimedCue => ({
  type: 'say',
  text,
  paragraph,
  duration,
});
const breathe = (cycles: number): UntimedCue => ({
  type: 'breathe',
  in: 4,
  holdIn: 0,
  out: 6,
  holdOut: 0,
  cycles,
  duration: cycles * 10_000,
});
const take = (...cues: UntimedCue[]) => extractFirstMinute(assignCueTimes(cues));

describe('the first minute of a session', () => {
  it('ends with the last sentence that ends within it', () => {
    const taken = take(say('a', 30_000), say('b', 30_000), say('c', 1));
    expect(taken.map((cue) => cue.type === 'say' && cue.text)).toEqual(['a', 'b']);
  });

  it('holds as many whole breaths of an exercise as it has time for', () => {
    const taken = take(say('a', 25_000), breathe(6), say('after', 1000));
    expect(taken).toMatchObject([{ text: 'a' }, { cycles: 3, at: 25_000, duration: 30_000 }]);
    expect(take(say('a', 55_000), breathe(1))).toHaveLength(1);
  });

  it('ends where the session waits for its listener', () => {
    const wait: UntimedCue = { type: 'wait', duration: 20_000 };
    const rate: UntimedCue = { type: 'rate', name: 'fear', duration: 6000 };
    for (const hold of [wait, rate])
      expect(take(say('a', 1000), hold, say('b', 1000))).toHaveLength(1);
  });

  it('is the beginning of the session and never longer than a minute, whatever the script', () => {
    const cue = fc.oneof(
      fc.integer({ min: 1, max: 40_000 }).map((ms) => say('x', ms)),
      fc.integer({ min: 1, max: 9 }).map(breathe),
    );
    fc.assert(
      fc.property(fc.array(cue), (untimed) => {
        const cues = assignCueTimes(untimed);
        const taken = extractFirstMinute(cues);
        expect(getScriptDurationMs(taken)).toBeLessThanOrEqual(EXCERPT_MS);
        expect(taken.slice(0, -1)).toEqual(cues.slice(0, Math.max(0, taken.length - 1)));
      }),
    );
  });
});

it('an excerpt is written in paragraphs, every character of it as text', () => {
  const text = renderExcerptHtml(
    assignCueTimes([
      { type: 'chime', duration: 2000 },
      say('One <b>.', 1000),
      say("“Two” & 'three'.", 1000),
      say('Four.', 1000, 1),
    ]),
  );
  expect(text).toBe(
    '<p><span class="cue" data-cue="1">One &lt;b&gt;.</span> <span class="cue" data-cue="2">“Two” &amp; &#39;three&#39;.</span></p><p><span class="cue" data-cue="3">Four.</span></p>',
  );
});
