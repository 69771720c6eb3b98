import { describe, expect, it } from 'vitest';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { EMPTY_TRACK, type PositionFix, addFixToTrack, findTrackPhase } from './position.ts';

// A plain model of a flight, one second at a time: taxi at 5 to 10 m/s, a roll of 35 s to 75 m/s, a climb of 12 m/s that
// flattens out at the cruise, 230 m/s there, a descent of 7.5 m/s, a last part of 3.5 m/s at 70 m/s, a landing roll of
// 25 s. Figures: EUROCONTROL, Base of Aircraft Data (performance tables of the A320), known.
interface Sample {
  second: number;
  truth: FlightPhase;
  speed: number;
  height: number;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Flies from gate to gate; `random` decides the length, the cruise height and the times on the ground. */
function flyModel(random: () => number): Sample[] {
  const samples: Sample[] = [];
  const cruiseHeight = 8500 + random() * 3000;
  const push = (truth: FlightPhase, speed: number, height: number) =>
    samples.push({ second: samples.length, truth, speed, height });
  const taxiOut = 300 + random() * 600;
  for (let s = 0; s < taxiOut; s++) push('taxi_out', s % 120 < 20 ? 0 : 5 + 5 * random(), 0);
  for (let s = 0; s < 35; s++) push('take_off', (75 * s) / 35, 0);
  for (let height = 0; height < cruiseHeight;) {
    const rate = Math.max(5, 13 - (height / cruiseHeight) * 8);
    height += rate;
    const speed = 80 + (150 * height) / cruiseHeight;
    push(height < 300 ? 'lift_off' : height < 900 ? 'thrust_reduction' : 'climb', speed, height);
  }
  const cruise = 900 + random() * 7200;
  for (let s = 0; s < cruise; s++) push('cruise', 230, cruiseHeight + 10 * Math.sin(s / 40));
  for (let height = cruiseHeight; height > 750; height -= 7.5)
    push('descent', 90 + (140 * height) / cruiseHeight, height);
  for (let height = 750; height > 0; height -= 3.6) push('approach', 70, height);
  for (let s = 0; s < 25; s++) push('landing', 65 - 2 * s, 0);
  const taxiIn = 180 + random() * 300;
  for (let s = 0; s < taxiIn; s++) push('taxi_in', 7, 0);
  return samples;
}

/** Turns samples into positions on a straight way: a fix a second at best, noise of 8 m and 15 m, gaps of minutes. */
function* receiveFixes(
  samples: readonly Sample[],
  random: () => number,
): Generator<PositionFix & Sample> {
  const noise = (metres: number) => (random() + random() + random() - 1.5) * metres;
  const airport = 50 + 400 * random();
  let gapUntil = -1;
  let metres = 0;
  for (const sample of samples) {
    metres += sample.speed;
    if (sample.second > gapUntil && random() < 1 / 900)
      gapUntil = sample.second + 60 + 180 * random();
    if (sample.second <= gapUntil || sample.second % 3 !== 0) continue;
    yield {
      ...sample,
      at: sample.second * 1000,
      latitude: 45 + (metres + noise(8)) / 111_195,
      longitude: 5,
      altitude: airport + sample.height + noise(15),
    };
  }
}

describe('the phase by position', () => {
  it('is right in 95 of 100 minutes, over fifty flights with noise and gaps, those without a fix counted', () => {
    let right = 0;
    let minutes = 0;
    let unseen = 0;
    const wrong: string[] = [];
    for (let seed = 1; seed <= 50; seed++) {
      const random = createRandom(seed);
      const flight = flyModel(random);
      const fixes = new Map([...receiveFixes(flight, random)].map((fix) => [fix.second, fix]));
      let track = EMPTY_TRACK;
      let seenAt = 0;
      for (const { second, truth } of flight) {
        const fix = fixes.get(second);
        if (fix) {
          track = addFixToTrack(track, fix);
          seenAt = second;
        }
        // What is said as a minute ends, however long ago the device last knew where it was.
        if (second < 60 || second % 60 !== 59) continue;
        minutes += 1;
        if (second - seenAt >= 60) unseen += 1;
        if (track.phase === truth) right += 1;
        else wrong.push(`flight ${seed}, second ${second}: ${truth} taken for ${track.phase}`);
      }
    }
    // oxlint-disable-next-line no-console -- the figure is for the reader of the run
    console.info(
      `Phase by position: right in ${((100 * right) / minutes).toFixed(1)} of 100 minutes, ${unseen} of ${minutes} of them without a fix.`,
    );
    expect(unseen).toBeGreaterThan(minutes / 20);
    expect(right / minutes, wrong.slice(0, 20).join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('goes back to the descent after a go-around', () => {
    const random = createRandom(3);
    const whole = flyModel(random);
    const upTo = whole.findIndex(({ truth, height }) => truth === 'approach' && height < 200);
    const around = Array.from({ length: 100 }, (_, s) => ({
      second: upTo + s,
      truth: 'descent' as const,
      speed: 85,
      height: 200 + 9 * s,
    }));
    let track = EMPTY_TRACK;
    for (const fix of receiveFixes([...whole.slice(0, upTo), ...around], () => 0.5))
      track = addFixToTrack(track, fix);
    expect(track.phase).toBe('descent');
  });

  it('is set aside for five minutes where somebody says that it has not begun', () => {
    const track = { ...EMPTY_TRACK, phase: 'descent' } as const;
    const setAsideAt = 1_000_000;
    const after = (minutes: number) =>
      findTrackPhase(track, setAsideAt, setAsideAt + minutes * 60_000);
    expect([after(0), after(4.9), after(5)]).toEqual([null, null, 'descent']);
    expect(findTrackPhase(track, -Infinity, 0)).toBe('descent');
  });

  it('is unknown before the device has moved', () => {
    const fix = { at: 0, latitude: 45, longitude: 5, altitude: 250 };
    expect(addFixToTrack(EMPTY_TRACK, fix).phase).toBeNull();
  });
});
