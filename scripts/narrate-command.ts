import { join } from 'node:path';
import { openDatabase } from '#server/db/connect.ts';
import { openJobQueue } from '#server/db/jobs.ts';
import type { Database } from '#server/db/pool.ts';
import type { Settings } from '#server/env.ts';
import { createBillableSentenceCounter } from '#server/features/generation/prepare-speech.ts';
import type { ProviderPrices } from '#server/features/generation/policy.ts';
import { computeSpeechCost } from '#server/features/generation/wire.ts';
import {
  createSpeechSynthesiser,
  type SpeechSynthesiser,
} from '#server/features/generation/speaker/service.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import {
  findLatestNarrationRun,
  listNarrationRunItems,
  listMissingAndOutdatedNarrations,
} from '#server/features/narration/reads.ts';
import { toMissingNarrationsRun } from '#server/features/narration/wire.ts';
import { applyNarrationRunAction, startNarrationRun } from '#server/features/narration/writes.ts';
import { listStaff } from '#server/features/roles/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { createLog } from '#server/log.ts';
import { loadOrCreateSecret } from '#server/secret.ts';
import { isRoleAdmitted } from '#shared/rules/roles.ts';

const USAGE = `npm run narrate
npm run narrate -- start <e-mail of an admin or editor> [--ceiling=<characters>] [--unpublished]
npm run narrate -- pause|resume|again|cancel <e-mail of an admin or editor>`;

interface Outcome {
  text: string;
  code: number;
}

const ACTIONS = ['pause', 'resume', 'again', 'cancel'] as const;

/** Runs `npm run narrate` with these words on the database of the settings; resolves to its output and exit code. */
export async function runNarrateCommand(
  settings: Settings,
  [command, email, ...more]: string[],
): Promise<Outcome> {
  const { dataDir } = settings;
  const database = await openDatabase({ ...settings.database, dataDir });
  try {
    const { db } = database;
    if (command === undefined) return { text: await describeLibrary(db, settings), code: 0 };
    const action = ACTIONS.find((one) => one === command);
    const options = parseOptions(more);
    if (email === undefined || !options || (command !== 'start' && (!action || more.length > 0)))
      return { text: USAGE, code: 2 };
    const staff = await listStaff(db);
    const editor = staff.find(
      ({ email: own, role }) => own === email.toLowerCase() && isRoleAdmitted('editor', role),
    );
    // The audit log names who answers for it.
    if (!editor) return { text: `${email} is neither an admin nor an editor.`, code: 1 };
    const secret = settings.sessionSecret ?? (await loadOrCreateSecret(dataDir));
    const jobs = await openJobQueue(database, { log: createLog({ level: 'silent' }) });
    const by = { actorId: editor.id, now: new Date() };
    try {
      if (action) {
        const run = await findLatestNarrationRun(db);
        if (!run) return { text: 'Nothing was ever started.', code: 1 };
        await applyNarrationRunAction({ jobs, secret }, db, by, { id: run.id, action });
      } else {
        if (!settings.speaker) return { text: describeSpeaker(null), code: 1 };
        await startNarrationRun({ jobs, secret }, db, by, options);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { text: describeRefusal(error, command), code: 1 };
    } finally {
      await jobs.close();
    }
    return { text: (await describeRun(db, settings.prices)) ?? '', code: 0 };
  } finally {
    await database.close();
  }
}

function parseOptions(words: readonly string[]) {
  let ceiling: number | null = null;
  let publishes = true;
  for (const word of words) {
    const typed = /^--ceiling=(\d{1,9})$/.exec(word)?.[1];
    if (typed !== undefined) ceiling = Number(typed);
    else if (word === '--unpublished') publishes = false;
    else return null;
  }
  return { ceiling, publishes };
}

function describeRefusal({ code }: AppError, command: string): string {
  if (code === 'not_found') return 'Nothing is missing: every session on show can be heard.';
  if (code !== 'conflict') return code;
  return command === 'start'
    ? 'Another run is open: resume or cancel that one first.'
    : `The run is in no state to ${command}.`;
}

const describeSpeaker = (speaker: SpeechSynthesiser | null) =>
  speaker
    ? `Spoken by ${speaker.name}.`
    : 'No voice is set up: set SPEECH_URL and SPEECH_MODEL, or SPEECH_COMMAND.';

const formatCost = (cost: number | null, currency: string) =>
  cost === null ? 'SPEECH_PRICE is not set' : `${cost.toFixed(2)} ${currency}`;

/** Says what is missing in the order in which people meet it, what it costs, and how the latest run is. */
async function describeLibrary(db: Database, settings: Settings): Promise<string> {
  const { dataDir, prices } = settings;
  const speaker = settings.speaker ? createSpeechSynthesiser(settings.speaker) : null;
  const media = createMediaStore(join(dataDir, 'media'), settings.s3);
  const generation = { writer: null, speaker, prices, sentencesAtOnce: settings.sentencesAtOnce };
  const [missing, count] = await Promise.all([
    listMissingAndOutdatedNarrations(db),
    createBillableSentenceCounter({ generation, media }),
  ]);
  let total = 0;
  const lines = missing.map(({ title, language, reason, sentences }) => {
    const { characters } = count(sentences);
    total += characters;
    return `${language}  ${String(characters).padStart(7)}  ${reason.padEnd(7)}  ${title}`;
  });
  const cost = formatCost(computeSpeechCost(total, prices), prices.currency);
  const sum =
    lines.length === 0
      ? 'Every session on show can be heard in both languages.'
      : `${lines.length} recordings are missing: ${total} characters to speak, ${cost}.`;
  const run = await describeRun(db, prices);
  return [...lines, sum, describeSpeaker(speaker), ...(run === null ? [] : [run])].join('\n');
}

async function describeRun(db: Database, prices: ProviderPrices): Promise<string | null> {
  const row = await findLatestNarrationRun(db);
  if (!row) return null;
  const run = toMissingNarrationsRun(row, await listNarrationRunItems(db, row.id), prices);
  const { state, reason, recordings, sentences, characters, cost, failures } = run;
  const why = reason === null ? '' : ` (${reason})`;
  const line =
    `${state}${why}: ${recordings.done} of ${recordings.total} recordings, ` +
    `${sentences.done} of ${sentences.total} sentences, ` +
    `${characters} characters paid, ${formatCost(cost, prices.currency)}, ${failures.length} failed.`;
  const failed = failures.map((one) => `failed: ${one.title} (${one.language}): ${one.failure}`);
  const who = state === 'running' ? ['The server speaks it as long as it runs.'] : [];
  return [line, ...failed, ...who].join('\n');
}
