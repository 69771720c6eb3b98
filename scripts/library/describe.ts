import type { Finding } from '#shared/rules/session-findings.ts';

/** The English sentence of each finding for the command line, with the names of its values in braces. */
const SENTENCES: Record<string, string> = {
  length: 'lasts {minutes} minutes, not {least} to {most}',
  speed: '{words} words a minute, not {least} to {most}',
  mean_sentence: 'sentences have {words} words in the mean, not {least} to {most}',
  longest_sentence: 'a sentence has {words} words, over {most}',
  long_share: '{percent} % of the sentences have over {words} words, at most {most} %',
  no_source: 'a technical session names no source',
  asked_once: 'asks for "{name}" once, and so has nothing to compare it with',
  never_asked: 'an exposure never asks for "{name}"',
  short_stay: 'stays {seconds} s at most, not {least}',
  stay_share: 'stays for {percent} % of its time, not a third',
  free_waits: 'a free session plays outside the player, which alone can wait and ask',
};

/** Converts a finding about a session's script to its English sentence, or to its code when there is none. */
export function describeFinding({ code, values }: Finding): string {
  return (SENTENCES[code] ?? code).replace(/\{(\w+)\}/gu, (_, name: string) =>
    String(values[name]),
  );
}
