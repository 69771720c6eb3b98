import { MAX_SCRIPT_LENGTH, type SessionSource } from '#shared/contract/admin-contents.ts';
import type { Brief } from '#shared/contract/admin-generation.ts';
import type { Language } from '#shared/rules/languages.ts';
import { type ScriptFinding, findScriptFindings } from '#shared/rules/session-findings.ts';
import {
  AMBIENCES,
  getSpeakingWordsPerMinute,
  SCRIPT_SOUNDS,
} from '#shared/rules/script-timing.ts';
import type { ModelMessage } from './writer/service.ts';

/**
 * Folder of the spoken sentences in the media folder; hidden, because backups need not contain what can be spoken
 * again.
 */
export const SPOKEN_SENTENCES_FOLDER = '.spoken';

/** Returns both languages in the order in which their scripts are written: that of the brief first. */
export const listLanguagesInWritingOrder = ({ language }: Pick<Brief, 'language'>): Language[] =>
  language === 'en' ? ['en', 'fr'] : ['fr', 'en'];

/**
 * Builds the facts of the session that an admin's brief asks for, such as its kind and author; its form follows from
 * the minutes.
 */
export function buildSessionSourceFacts(brief: Brief): SessionSource['facts'] {
  const { kind, category, areas, situation, minutes, author } = brief;
  const form = minutes < 3 ? 'seat' : minutes <= 12 ? 'full' : 'long';
  const open = { optIn: false, guard: null, access: 'pass' } as const;
  return { kind, category, areas, situations: [situation], form, ...open, author };
}

const NAMES: Record<Language, string> = { en: 'English', fr: 'French' };
const KINDS: Record<Brief['kind'], string> = {
  flow: 'Flow: it calms; slow, with breathing and pauses',
  load: 'Load: it practises meeting what is feared, on the ground, by imagination, step by step',
};

/**
 * Builds the first messages to a language model that is to write a session's script: the rules for scripts, then the
 * brief.
 */
export function buildDraftMessages(brief: Brief, language: Language): ModelMessage[] {
  const { kind, category, areas, situation, minutes, about } = brief;
  const pace = getSpeakingWordsPerMinute({ language, kind, category });
  const typography =
    language === 'fr'
      ? 'Vouvoiement; no participle or adjective that tells the gender of the listener; U+202F before ; ! ? and U+00A0 before a colon.'
      : 'British English with contractions.';
  const system = `You write the scripts of guided audio sessions for adults who are afraid of flying. You answer with one script and nothing else: no fences, no comments.

The form, line by line:
title: …            (at most 60 characters)
summary: …          (one sentence, at most 180 characters)
tags: a, b, c
source: Author, title, year     (one line for each document that a fact comes from; technical sessions need one. Only documents that exist.)
---
Then text and cues. A line of text is a paragraph of one to four sentences. A cue stands on a line of its own:
[ambience ${AMBIENCES.join('|')}]  [chime]  [pause 4]  [breathe in 4 out 6 x6]  [sound ${SCRIPT_SOUNDS.join('|')} 20]  [wait]  [rate fear]
Pauses and sounds are in seconds, 0.5 to 120.

Rules: sentences of 6 to 16 words on average, none over 26. Spoken at ${pace} words a minute; pauses and breaths count towards the length. Load sessions ask [rate fear] before and after, and stay in the scene for a third of their time by unbroken silences of 30 seconds or more, each with its length said just before ("half a minute, in quiet"), one of at least 45 seconds; others needn't. Never odds of crashing, "cure", medicine or alcohol, promises of calm, alarm, guilt, or a height or water without company. Nothing that happens to a listener is their fault. ${typography}`;
  const user = `Write a session in ${NAMES[language]}, as an author of that language would, not as a translation.
Kind: ${KINDS[kind]}.
Category: ${category}.
Areas of fear, the main one first: ${areas.join(', ')}.
Situation: ${situation}.
Length: ${minutes} minutes.
What it is about, in the words of whoever asks for it: ${about}`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

/**
 * Extracts the script from a language model's answer, without code fences and surrounding text; null when there is none
 * or it is too long.
 */
export function extractScript(answer: string): string | null {
  const plain = answer.replaceAll(/\r\n?/gu, '\n').replaceAll('\u0000', '');
  const fenced = /```[a-z]*\n([\s\S]*?)\n```/u.exec(plain)?.[1] ?? plain;
  const begin = fenced.search(/^\s*title\s*:/mu);
  if (begin < 0 || !/^\s*---\s*$/mu.test(fenced)) return null;
  const script = `${fenced.slice(begin).trim()}\n`;
  return script.length <= MAX_SCRIPT_LENGTH && script.isWellFormed() ? script : null;
}

/**
 * Checks a generated script and returns the findings that keep it from being published; findings that are only advice
 * are left out.
 */
export const findBlockingScriptFindings = (
  script: string,
  language: Language,
  brief: Brief,
): ScriptFinding[] =>
  findScriptFindings(script, language, buildSessionSourceFacts(brief)).filter(
    ({ isAdvice }) => !isAdvice,
  );

/** Builds the messages that ask a language model to correct the findings in its script. */
export function buildRepairMessages(
  script: string,
  findings: readonly ScriptFinding[],
): ModelMessage[] {
  const lines = findings.map(({ line, code, values, message }) => {
    const place = line === null ? 'the whole script' : `line ${line}`;
    return `- ${place}: ${message ?? code} ${JSON.stringify(values)}`;
  });
  return [
    { role: 'assistant', content: script },
    {
      role: 'user',
      content: `These rules are broken. Answer with the whole script again, mended:\n${lines.join('\n')}`,
    },
  ];
}

/** Prices of the providers for a million tokens (`input`, `output`) or spoken `characters`; undefined when not set. */
export interface ProviderPrices {
  currency: string;
  input?: number | undefined;
  output?: number | undefined;
  characters?: number | undefined;
}

export interface GenerationUsage {
  kind: 'draft' | 'narration';
  tokensIn: number;
  tokensOut: number;
  characters: number;
}

/**
 * Computes what a generated draft or narration has cost from its tokens or characters, in the currency of `prices`;
 * null when a needed price is not set.
 */
export function computeGenerationCost(
  { kind, tokensIn, tokensOut, characters }: GenerationUsage,
  { input, output, characters: spoken }: ProviderPrices,
): number | null {
  const million = 1_000_000;
  if (kind === 'narration') return spoken === undefined ? null : (characters * spoken) / million;
  if (input === undefined || output === undefined) return null;
  return (tokensIn * input + tokensOut * output) / million;
}
