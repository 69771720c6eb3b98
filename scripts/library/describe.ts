import type { CautionOrUndeclaredActFault } from '#shared/rules/session-acts.ts';
import type { ScriptFinding } from '#shared/rules/session-findings.ts';

/** The English sentence of each finding for the command line, with the names of its values in braces. */
const SENTENCES: Record<string, string> = {
  length: 'lasts {minutes} minutes, not {least} to {most}',
  speed: '{words} words a minute, not {least} to {most}',
  mean_sentence: 'sentences have {words} words in the mean, not {least} to {most}',
  longest_sentence: 'a sentence has {words} words, over {most}',
  long_share: '{percent} % of the sentences have over {words} words, at most {most} %',
  no_source: 'a technical session names no source',
  asked_once: 'asks for "{name}" once: ask again, so that there is something to compare it with',
  never_asked: 'an exposure never asks for "{name}"',
  short_stay: 'stays {seconds} s at most, said before, not {least}',
  stay_share:
    'stays for {percent} % of its time, by stays of 30 s or more that are said before, not a third',
  free_waits: 'a free session plays outside the player, which alone can wait and ask',
};

/** Converts a finding about a session's script to its English sentence, or to its code when there is none. */
export function describeScriptFinding({ code, values }: ScriptFinding): string {
  return (SENTENCES[code] ?? code).replace(/\{(\w+)\}/gu, (_, name: string) =>
    String(values[name]),
  );
}

/** docs/decisions/115-cautions.md */
const CAUTION_PLACE =
  'before the first sound, exercise or silence of 20 s (in an SOS piece within 40 s, at home at night within 90 s)';

/** Converts a fault of the cautions of a script to an English sentence. */
export function describeCautionOrUndeclaredActFault(fault: CautionOrUndeclaredActFault): string {
  if (fault.code === 'undeclared_act')
    return `its cues or words show "${fault.act}": add it to "does" in session.json`;
  if (fault.code === 'undeclared_caution')
    return `says [caution ${fault.caution}], which nothing in "does" asks for: add to "does" in session.json what it does`;
  if (fault.code === 'missing_caution')
    return `add a line [caution ${fault.caution}] ${CAUTION_PLACE}`;
  return `move [caution ${fault.caution}], which comes at ${Math.round(fault.at / 1000)} s, ${CAUTION_PLACE}`;
}
