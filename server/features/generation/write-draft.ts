import type { Dependencies } from '#server/dependencies.ts';
import { createSession } from '#server/features/studio/writes.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { Brief } from '#shared/contract/admin-generation.ts';
import { findSessionFindings } from '#shared/rules/session-findings.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import {
  buildSessionSourceFacts,
  buildDraftMessages,
  buildRepairMessages,
  findBlockingScriptFindings,
  listLanguagesInWritingOrder,
  extractScript,
} from './policy.ts';
import { ProviderError } from './provider/service.ts';
import type { GenerationRow } from './reads.ts';
import type { ModelMessage } from './writer/service.ts';
import { markGenerationDone, updateGenerationProgress } from './writes.ts';

/** How often a model is asked for one script: an unusable answer, or one with faults, is asked for again. */
const MAX_ANSWERS = 3;

type Deps = Pick<Dependencies, 'db' | 'clock' | 'generation'>;

/**
 * Has a language model write both scripts of a session by the brief of `work`, and adds the session as a draft, even
 * with faults, which are counted; people see it only once an admin publishes it.
 * @throws {ProviderError}; {GenerationCancelledError}
 */
export async function generateDraftSession(
  deps: Deps,
  work: GenerationRow,
  signal: AbortSignal,
): Promise<void> {
  const { brief, startedBy } = work;
  if (!brief || startedBy === null) throw new ProviderError('provider_refused');
  const scripts = { ...work.scripts };
  const languages = listLanguagesInWritingOrder(brief);
  for (const [index, language] of languages.entries()) {
    const known = scripts[language];
    scripts[language] = known ?? (await writeScript(deps, work.id, brief, language, signal));
    await updateGenerationProgress(deps.db, work.id, {
      scripts,
      done: index + 1,
      total: languages.length,
    });
  }
  const { en = '', fr = '' } = scripts;
  const source = { facts: buildSessionSourceFacts(brief), scripts: { en, fr } };
  const found = findSessionFindings(source.scripts, source.facts);
  const faults = LANGUAGES.flatMap((one) => found[one]).filter(({ isAdvice }) => !isAdvice);
  await deps.db.transaction(async (tx) => {
    const contentId = await createSession(
      tx,
      { actorId: startedBy, now: deps.clock() },
      { source },
    );
    await markGenerationDone(tx, work.id, { contentId, faults: faults.length });
  });
}

async function writeScript(
  { db, generation: { writer } }: Deps,
  id: string,
  brief: Brief,
  language: Language,
  signal: AbortSignal,
): Promise<string> {
  if (!writer) throw new ProviderError('provider_refused');
  const wanted = buildDraftMessages(brief, language);
  let messages: readonly ModelMessage[] = wanted;
  let best: { script: string; faults: number } | null = null;
  for (let answer = 0; answer < MAX_ANSWERS; answer++) {
    const { text, tokensIn, tokensOut } = await writer.complete(messages, signal);
    await updateGenerationProgress(db, id, { addedTokensIn: tokensIn, addedTokensOut: tokensOut });
    const script = extractScript(text);
    if (script === null) continue;
    const faults = findBlockingScriptFindings(script, language, brief);
    if (best === null || faults.length < best.faults) best = { script, faults: faults.length };
    if (faults.length === 0 || messages !== wanted) break;
    messages = [...wanted, ...buildRepairMessages(script, faults)];
  }
  if (!best) throw new ProviderError('provider_garbage');
  return best.script;
}
