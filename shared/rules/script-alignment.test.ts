import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignCuesToRecording,
  estimateSentenceSpans,
  type RecordingSpan,
} from './script-alignment.ts';
import { assignCueTimes, type Cue, getScriptDurationMs } from './script-timing.ts';

const say = (duration: number, text = 'Breathe.') =>
  ({ type: 'say', duration, text, paragraph: 0 }) as const;
const pause = (duration: number) => ({ type: 'pause', duration }) as const;
const at = (cues: readonly Cue[]) => cues.map(({ type, at, duration }) => [type, at, duration]);

describe('the sentences of a recording', () => {
  const cues = assignCueTimes([say(1000), pause(500), say(1000), say(2000)]);

  it('are where the script has them, stretched to its length, when no silence is heard', () => {
    expect(estimateSentenceSpans(cues, 9000, [])).toEqual([
      [0, 2000],
      [3000, 5000],
      [5000, 9000],
    ]);
  });

  it('end where a silence begins and begin where it ends', () => {
    const silences: RecordingSpan[] = [
      [2600, 3400],
      [5900, 6100],
    ];
    expect(estimateSentenceSpans(cues, 9000, silences)).toEqual([
      [0, 2600],
      [3400, 5900],
      [6100, 9000],
    ]);
  });

  it('take no silence that is far from where one is expected', () => {
    expect(estimateSentenceSpans(cues, 90_000, [[85_000, 89_000]])).toEqual(
      estimateSentenceSpans(cues, 90_000, []),
    );
  });
});

describe('the cues of a recorded script', () => {
  it('keep the length of a breath, and give what is left to pauses', () => {
    const breathe = { type: 'breathe', in: 2, holdIn: 0, out: 2, holdOut: 0, cycles: 1 } as const;
    const cues = assignCueTimes([say(1000), pause(500), { ...breathe, duration: 4000 }, say(1000)]);
    const aligned = alignCuesToRecording(
      cues,
      [
        [200, 2000],
        [9000, 9900],
      ],
      10_000,
    );
    expect(at(aligned)).toEqual([
      ['say', 200, 1800],
      ['pause', 2000, 3000],
      ['breathe', 5000, 4000],
      ['say', 9000, 1000],
    ]);
  });

  it('last from their beginning to the next one, whatever the recording is like', () => {
    const untimed = fc.array(
      fc.oneof(
        fc.integer({ min: 1, max: 9000 }).map((duration) => say(duration)),
        fc.integer({ min: 500, max: 9000 }).map((duration) => pause(duration)),
        fc.constant({ type: 'chime', duration: 2000 } as const),
      ),
      { minLength: 1, maxLength: 30 },
    );
    const silence = fc.tuple(fc.nat(200_000), fc.nat(5000));
    fc.assert(
      fc.property(
        untimed,
        fc.integer({ min: 1000, max: 200_000 }),
        fc.array(silence, { maxLength: 40 }),
        (script, durationMs, found) => {
          const cues = assignCueTimes(script);
          const silences = found
            .toSorted(([a], [b]) => a - b)
            .map(([from, length]): RecordingSpan => [from, from + length + 1]);
          const aligned = alignCuesToRecording(
            cues,
            estimateSentenceSpans(cues, durationMs, silences),
            durationMs,
          );
          expect(aligned.map(({ type }) => type)).toEqual(cues.map(({ type }) => type));
          for (const [index, cue] of aligned.entries()) {
            expect(cue.duration).toBeGreaterThanOrEqual(0);
            const next = aligned[index + 1]?.at ?? durationMs;
            expect(cue.at + cue.duration).toBeLessThanOrEqual(next);
            if (cue.type === 'say') expect(cue.at + cue.duration).toBe(next);
          }
          expect(getScriptDurationMs(aligned)).toBeLessThanOrEqual(durationMs);
        },
      ),
    );
  });
});
