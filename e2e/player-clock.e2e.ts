// @module-tag whole

import { expect, it } from 'vitest';
import { createContentFolder } from '#server/testing/library.ts';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { getBreatheCueMoment } from '#shared/rules/script-timing.ts';
import { advancePositionMs } from '#web/features/narration/model.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { startPlayback, pressButton } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite } from './fixtures/test-site.ts';

/** Some eleven minutes of sentences, breaths and silence that ask for nothing. */
const SCRIPT = `title: A title
summary: Words and breath in turn.
---
${Array.from(
  { length: 10 },
  (
    _,
    round,
  ) => `This is round ${round} of ten. It has a second sentence, and then a breath to follow.
[breathe in 4 out 6 x5]
[pause 8]
`,
).join('')}`;

const testSite = createTestSite({
  start: async () =>
    startTestServer({}, await createContentFolder([{ slug: 'one', kind: 'flow', script: SCRIPT }])),
});

const t = createTranslator('en');
/** The most that captions and breathing may differ from the script's clock, in milliseconds. */
const BOUND_MS = 100;

/** A text that came on the screen, and when by the page's own clock, in milliseconds. */
interface Seen {
  what: 'caption' | 'breath';
  text: string;
  at: number;
}

/** How many milliseconds a text came after its moment in the script; null when a jump brought it. */
function measureDifference(
  { cues }: ContentDetail,
  { what, text }: Seen,
  position: number,
): number | null {
  if (what === 'caption') {
    const far = cues
      .filter((cue) => cue.type === 'say' && cue.text === text)
      .map((cue) => position - cue.at);
    return far.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
  }
  const cue = cues.findLast((one) => one.type === 'breathe' && one.at <= position + BOUND_MS);
  if (cue?.type !== 'breathe') return null;
  // The nearest moment at which the breath turned to this.
  for (let off = 0; off < 2_000; off++) {
    for (const far of [off, -off]) {
      const into = position - far - cue.at;
      const name = (ms: number) => t(`player:breath.${getBreatheCueMoment(cue, ms).phase}`);
      if (into >= 0 && name(into) === text && (into < 1 || name(into - 1) !== text)) return far;
    }
  }
  return null;
}

it('keeps words and breath within 100 ms of the script over ten minutes, pauses, jumps and a hidden tab', async () => {
  const person = await testSite.createPerson({ state: 'pass' });
  const content = await findPlayableSession(person, ({ durationMs }) => durationMs > 665_000);

  const { page, visitor } = await testSite.openDeviceFor(person);
  await page.clock.install();
  await page.goto(`/content/${content.id}`);
  await page.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    const seen: Seen[] = [];
    const shown = { caption: '', breath: '' };
    Object.assign(globalThis, { seen });
    const look = () => {
      const now = {
        caption: document.querySelector('.cue[data-state=now]')?.textContent ?? '',
        breath: document.querySelector('.guide-count')?.previousElementSibling?.textContent ?? '',
      };
      for (const what of ['caption', 'breath'] as const) {
        if (now[what] === shown[what]) continue;
        shown[what] = now[what];
        if (now[what] !== '') seen.push({ what, text: now[what], at: performance.now() });
      }
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-state'],
    });
  });
  const time = () => page.evaluate(() => performance.now());

  let position = 0;
  /** Where the session is after so many milliseconds: the browser of the journeys has no voice, so words are read. */
  const walk = (ms: number) => advancePositionMs(content.cues, position, ms, 1, true);
  const found = { caption: 0, breath: 0 };
  let count = 0;
  /** Plays for so many milliseconds, and compares all that came on the screen with the script. */
  const playFor = async (ms: number) => {
    const began = await time();
    await page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen.splice(0));
    await page.clock.runFor(ms);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen);
    for (const one of seen) {
      const far = measureDifference(content, one, walk(one.at - began));
      if (far === null) continue;
      count += 1;
      found[one.what] = Math.max(found[one.what], Math.abs(far));
    }
    position = walk(ms);
  };
  await startPlayback(visitor);
  await playFor(120_000);
  await pressButton(visitor, 'player:controls.pause');
  await page.clock.runFor(40_000);
  await startPlayback(visitor);
  await playFor(180_000);
  await pressButton(visitor, 'player:controls.forward');
  position += 30_000;
  await playFor(60_000);
  // A tab in the background rings no timer, and then those that are due.
  await page.clock.fastForward(45_000);
  position = walk(45_000);
  await playFor(120_000);
  await pressButton(visitor, 'player:controls.back');
  position -= 10_000;
  await playFor(100_000);

  // oxlint-disable-next-line no-console -- the figure is for the reader of the run
  console.info(
    `greatest difference from the script over ${count} changes: captions ${found.caption.toFixed(0)} ms, breathing ${found.breath.toFixed(0)} ms`,
  );
  expect(count).toBeGreaterThan(60);
  expect(found.breath).toBeGreaterThan(0);
  expect(Math.max(found.caption, found.breath)).toBeLessThanOrEqual(BOUND_MS);
});
