import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript } from '#shared/rules/script.ts';
import { getNextHoldMsOrInfinity, isHoldCue, type PlayableScript } from '../model.ts';
import { createFakePlatform } from '../testing/fake-platform.ts';
import { createScriptPlayer } from './player.ts';

function parse(body: string): PlayableScript {
  const parsed = parseScript(`title: One\nsummary: One.\ntags: one\n---\n${body}`, {
    language: 'en',
    kind: 'load',
    category: 'meditation',
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return { ...parsed, language: 'en', recordingUrl: null };
}

function open(script: PlayableScript, has: { deviceVoice?: boolean } = {}) {
  const device = createFakePlatform(has);
  const player = createScriptPlayer(script, device.platform);
  player.attach();
  const holds = script.cues.filter(isHoldCue);
  return { ...device, player, holds };
}

const line = fc.constantFrom(
  'Open your hands.',
  'Where is the fear? Up, down, off to one side?',
  '[pause 5]',
  '[pause 45]',
  '[breathe in 4 out 6 x2]',
  '[ambience cabin]',
  '[chime]',
  '[sound gear 20]',
);
const hold = fc.constantFrom('[wait]', '[rate fear]', '[rate sure]');
/** A script with something to say, and three to six places where it waits. */
const script = fc
  .tuple(
    fc.array(fc.tuple(fc.array(line, { maxLength: 4 }), hold), { minLength: 3, maxLength: 6 }),
    fc.array(line, { maxLength: 3 }),
  )
  .map(([parts, end]) =>
    parse(['Begin here.', ...parts.flatMap(([lines, one]) => [...lines, one]), ...end].join('\n')),
  );
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hear'), by: fc.nat(60_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('goOn'), by: fc.constant(0) }) },
  fc.record({ do: fc.constant('sleep'), by: fc.nat(90_000) }),
  fc.record({ do: fc.constant('seek'), by: fc.nat(100) }),
  fc.record({ do: fc.constantFrom('pause', 'play'), by: fc.constant(0) }),
  fc.record({ do: fc.constant('speed'), by: fc.constantFrom(60, 100, 150) }),
);

/** What a session with waits and ratings is, told without a timer: a place, and what was played to get there. */
function createModel({ cues, durationMs }: PlayableScript) {
  const model = { position: 0, playing: false, playedMs: 0, speed: 1 };
  const cueNow = () =>
    cues.findLast((cue) => cue.at <= model.position && model.position < cue.at + cue.duration);
  const walk = (ms: number) => {
    for (let left = ms; left > 0 && model.position < durationMs;) {
      const cue = cueNow();
      if (!cue || isHoldCue(cue)) return;
      const pace = cue.type === 'breathe' || cue.type === 'sound' ? 1 : model.speed;
      const step = Math.min(left, (cue.at + cue.duration - model.position) / pace);
      model.position += step * pace;
      model.playedMs += step * pace;
      left -= step;
      // Paces are fractions: what is left of a cue by their rounding is nothing.
      if (cue.at + cue.duration - model.position < 1e-6) model.position = cue.at + cue.duration;
    }
  };
  return { model, cueNow, walk };
}

describe('a wait or a rating', () => {
  it('stands still until somebody goes on, whatever is pressed in between, and is no part of what was heard', () => {
    fc.assert(
      fc.property(script, fc.array(action, { maxLength: 40 }), (one, actions) => {
        const { player, pass, sleep } = open(one);
        const { model, cueNow, walk } = createModel(one);
        for (const { do: what, by } of actions) {
          if (what === 'hear' || what === 'sleep') {
            (what === 'hear' ? pass : sleep)(by);
            if (model.playing) walk(by);
            if (model.position >= one.durationMs) model.playing = false;
          } else if (what === 'seek') {
            const to = Math.round((by / 100) * one.durationMs);
            player.seek(to);
            model.position = to;
            if (to >= one.durationMs) model.playing = false;
          } else if (what === 'goOn') {
            player.goOn();
            const cue = cueNow();
            if (!isHoldCue(cue)) continue;
            model.position = cue.at + cue.duration;
            model.playing = model.position < one.durationMs;
          } else if (what === 'speed') {
            player.setSpeed(by / 100);
            model.speed = by / 100;
          } else if (what === 'play') {
            if (model.position >= one.durationMs) model.position = 0;
            player.play();
            model.playing = true;
          } else {
            player.pause();
            model.playing = false;
          }
          expect(player.position()).toBeCloseTo(model.position, 2);
          expect(player.playedMs()).toBeCloseTo(model.playedMs, 1);
          expect(player.state().playing).toBe(model.playing);
          expect(player.state().held).toBe(isHoldCue(cueNow()));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never run past by playing, and never holds what jumps over it', () => {
    fc.assert(
      fc.property(script, fc.nat(), fc.nat(), (one, from, ms) => {
        const start = from % one.durationMs;
        const { player, pass, holds } = open(one);
        player.seek(start);
        player.play();
        pass(ms % (2 * one.durationMs));
        const next = holds.find(({ at, duration }) => start < at + duration);
        expect(getNextHoldMsOrInfinity(one.cues, start)).toBe(
          next ? Math.max(start, next.at) : Infinity,
        );
        expect(player.position()).toBeLessThanOrEqual(next ? Math.max(start, next.at) : Infinity);
        const beyond = next ? next.at + next.duration : one.durationMs;
        player.seek(beyond);
        expect(player.position()).toBe(beyond);
      }),
      { numRuns: 200 },
    );
  });
});

const STORY = 'Write it down.\n[wait]\n[rate fear]\nThat is all.\n[rate sure]';

describe('a session that waits', () => {
  it('goes on from wait to rating to its end, and was heard without a jump', () => {
    const story = parse(STORY);
    const { player, pass, holds } = open(story);
    player.play();
    for (const { at, duration } of holds) {
      pass(story.durationMs);
      expect([player.position(), player.state().held, player.state().playing]).toEqual([
        at,
        true,
        true,
      ]);
      player.goOn();
      expect(player.position()).toBe(at + duration);
    }
    expect(player.state()).toMatchObject({ playing: false, ended: true, held: false });
    const waited = holds.reduce((sum, { duration }) => sum + duration, 0);
    expect(player.playedMs()).toBeCloseTo(story.durationMs - waited, 0);
    expect(player.sinceSeekMs()).toBeCloseTo(story.durationMs - waited, 0);
  });

  it('paused while it waits is still there, and going on plays', () => {
    const { player, pass, holds } = open(parse(STORY));
    player.play();
    pass(30_000);
    player.pause();
    pass(600_000);
    expect([player.position(), player.state().held]).toEqual([holds[0]!.at, true]);
    player.toggle();
    expect([player.position(), player.state().playing]).toEqual([holds[1]!.at, true]);
  });

  it('stays for as long as somebody is there, and goes on after a minute when nobody is', () => {
    const { player, pass, attend, holds } = open(parse(STORY));
    player.play();
    pass(3_600_000);
    expect(player.position()).toBe(holds[0]!.at);
    attend(false);
    pass(58_000);
    attend(true);
    pass(2_000);
    attend(false);
    pass(59_000);
    expect(player.position()).toBe(holds[0]!.at);
    pass(2_000);
    expect(player.position()).toBe(holds[1]!.at);
  });

  it('lets the device finish its sentence first, and says nothing while it waits', () => {
    const { player, pass, device, log } = open(parse(STORY), { deviceVoice: true });
    player.play();
    pass(1_000);
    device.saying?.start();
    pass(2_000);
    expect(player.state().held).toBe(false);
    device.saying?.end();
    pass(20_000);
    expect(player.state().held).toBe(true);
    expect(log.filter((line) => line.startsWith('say'))).toEqual(['say Write it down.']);
    player.goOn();
    player.goOn();
    expect(log.at(-1)).toBe('say That is all.');
  });

  it('stops its recording, which goes on behind what the wait counts for', () => {
    const story = { ...parse(STORY), recordingUrl: '/media/a.mp3' };
    const { player, pass, recording, log, holds } = open(story);
    player.play();
    // A late timer: the file has run a little into its silence.
    recording.at = holds[0]!.at + 400;
    pass(1_100);
    expect([player.position(), log.at(-1)]).toEqual([holds[0]!.at, 'file pause']);
    player.pause();
    player.play();
    expect(log.at(-1)).not.toBe('file play');
    player.goOn();
    player.goOn();
    expect([recording.at, log.at(-1)]).toEqual([holds[1]!.at + holds[1]!.duration, 'file play']);
  });
});

describe('a sound of the script', () => {
  const story = parse('Listen.\n[sound gear 20]\nThat was it.');
  const sound = story.cues.find(({ type }) => type === 'sound')!;
  const effects = (log: string[]) => log.filter((line) => line.startsWith('effect'));

  it('plays for its time, at no other speed, and is over with its cue', () => {
    const { player, pass, log } = open(story);
    player.setSpeed(1.5);
    player.play();
    pass(sound.at / 1.5 + 19_900);
    expect(effects(log)).toEqual(['effect gear from 1 of 20000']);
    pass(200);
    expect(effects(log).at(-1)).toBe('effect over');
  });

  it('leads on to a sound that follows at once, and to nothing else', () => {
    const run = parse('Go.\n[sound spool-up 8]\n[sound takeoff 20]\nUp.\n[sound gear-up 12]');
    const { player, pass, log } = open(run);
    player.play();
    pass(60_000);
    expect(effects(log).map((line) => line.replace(/ from \d+/u, ''))).toEqual([
      'effect spool-up of 8000, leading on',
      'effect takeoff of 20000',
      'effect over',
      'effect gear-up of 12000',
    ]);
  });

  it('is taken up again where it was left', () => {
    const { player, pass, log } = open(story);
    player.play();
    player.seek(sound.at + 5_000);
    pass(3_000);
    player.pause();
    player.play();
    expect(effects(log)).toEqual([
      'effect gear from 5000 of 20000',
      'effect gear from 8000 of 20000',
    ]);
  });
});
