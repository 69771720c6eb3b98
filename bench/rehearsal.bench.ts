import { availableParallelism } from 'node:os';
import { buildDose, openDrawingPage } from '../e2e/fixtures/drawing-browser.ts';
import {
  type RehearsalPhase,
  REHEARSAL_DISRUPTIONS,
  REHEARSAL_PHASES,
} from '#shared/rules/rehearsal-phases.ts';
import {
  type RehearsalDose,
  type RehearsalLight,
  REHEARSAL_LIGHTS,
} from '#shared/rules/rehearsal-dose.ts';
import {
  findBrowser,
  getMedian,
  printLine,
  readNumberOption,
  readOption,
  runBench,
} from './launch.ts';

// How long a frame of the rehearsal takes where no graphics processor helps (SwiftShader), at the lowest detail, in every
// phase, of which the median counts; how much of it is script; and what the highest detail holds. Beside it stands how
// long the machine takes for a frame of nothing but a full screen of noise, so that figures of two machines compare.

const LOWEST = { level: 0, width: 180, height: 320 };
const HIGHEST = { level: 5, width: 780, height: 1_688 };
const FRAMES = readNumberOption('frames', 40, 1);
const PROMISED_MS = 50;
const PROMISED_SCRIPT_MS = 33;
/** `--part night`: the phases of that light alone; `choices`: other places and seats alone; `held`: what is held alone. */
const PART = readOption('part');
const isMeasured = (part: string) => PART === undefined || PART === part;
/** How many times slower the processor is made for the pass that measures script, and its frames of a phase. */
const [SLOWER, SLOW_FRAMES] = [4, 15];
const CHOICE_PHASES = ['climb', 'cruise', 'descent'] as const;
const HELD_PHASES = ['boarding', 'cruise', 'approach'] as const;
const PROMISED_DRAWS = 120;
const PROMISED_BYTES = 60_000_000;

await runBench(async () => {
  const { call, slowDown, close } = await openDrawingPage(await findBrowser());
  let isKept = true;
  try {
    const baseline = getMedian(await call('measureBaseline', LOWEST, FRAMES));
    printLine(
      `a frame of plain noise here, ${availableParallelism()} processors: ${baseline.toFixed(1)} ms`,
    );
    const measure = async (
      phase: RehearsalPhase,
      light: RehearsalLight,
      choice: Partial<RehearsalDose>,
    ) => {
      const dose = buildDose({ light, roughness: 3, ...choice });
      const wanted = { dose, phase, share: 0 };
      const { whole } = await call('measureFrames', { ...wanted, ...LOWEST }, FRAMES);
      await slowDown(SLOWER);
      const { script } = await call('measureFrames', { ...wanted, ...LOWEST }, SLOW_FRAMES);
      await slowDown(1);
      const [median, own] = [getMedian(whole), getMedian(script)];
      const isWithin = median <= PROMISED_MS && own <= PROMISED_SCRIPT_MS;
      isKept &&= isWithin;
      printLine(
        `${[phase, light, ...Object.values(choice)].join(', ')}: median ${median.toFixed(1)} ms (${(median / baseline).toFixed(1)} × plain); script on a processor ${SLOWER} times slower ${own.toFixed(2)} ms${isWithin ? '' : ' – too slow'}`,
      );
    };
    for (const light of REHEARSAL_LIGHTS.filter(isMeasured)) {
      for (const phase of REHEARSAL_PHASES) await measure(phase, light, {});
      for (const detour of REHEARSAL_DISRUPTIONS) await measure(detour, light, { detour });
    }
    for (const phase of isMeasured('choices') ? CHOICE_PHASES : []) {
      for (const place of ['water', 'mountains'] as const) await measure(phase, 'day', { place });
      for (const seat of ['over', 'ahead'] as const) await measure(phase, 'day', { seat });
    }
    const most = { draws: 0, bytes: 0 };
    for (const phase of isMeasured('held') ? HELD_PHASES : []) {
      const wanted = { dose: buildDose({ light: 'rain' }), phase, share: 0.5, ...HIGHEST };
      const { draws, bytes } = await call('measureUsage', wanted);
      most.draws = Math.max(most.draws, draws);
      most.bytes = Math.max(most.bytes, bytes);
    }
    isKept &&= most.draws <= PROMISED_DRAWS && most.bytes <= PROMISED_BYTES;
    printLine(
      `at the highest detail, on a phone (larger screens: quality.test.ts): ${most.draws} draw calls, ${(most.bytes / 1e6).toFixed(1)} MB held`,
    );
    printLine(
      `promised: ${PROMISED_MS} ms a frame, ${PROMISED_SCRIPT_MS} ms of it script on a processor ${SLOWER} times slower, ${PROMISED_DRAWS} draw calls, ${PROMISED_BYTES / 1e6} MB`,
    );
    return isKept;
  } finally {
    await close();
  }
});
