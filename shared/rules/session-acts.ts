import { CAUTIONS, type CautionName, parseCautionName } from './cautions.ts';
import type { Language } from './languages.ts';
import { namesFastHeartOrShortBreath, namesHelpline } from './named-signs.ts';
import { timeScript } from './script-lines.ts';
import type { Cue, ScriptCategory, ScriptKind, SessionForm } from './script-timing.ts';

/**
 * What a session does to its listener, as `does` in session.json: it invites or names a fast heart, a short breath or another sign that an illness
 * gives as well; is played at home by a person frightened at that moment, and helps first; brings on feared sensations; slows or holds the breath;
 * tenses muscles; imagines or plays the feared scene; asks to recall a flight or an accident; works in the seat; sends a listener who thinks of
 * harming themselves to a helpline. Each decides which cautions stand in both scripts, and before what.
 */
export const SESSION_ACTS = [
  'fast_heart',
  'frightened',
  'sensations',
  'breath',
  'tension',
  'scene',
  'recall',
  'seat',
  'self_harm',
] as const;
export type SessionAct = (typeof SESSION_ACTS)[number];

/** The red flags where an ambulance comes: after the first help, and on the page before it (docs/decisions/154-signs-after-help.md). */
const AT_HOME = 'red-flags-at-home' satisfies CautionName;
const AT_HOME_LIMIT_MS = 90_000;

const REQUIRED: Record<SessionAct, readonly CautionName[]> = {
  fast_heart: ['red-flags'],
  frightened: [AT_HOME],
  sensations: ['red-flags', 'health'],
  breath: ['breath'],
  tension: ['tension'],
  scene: ['scene'],
  recall: ['recall'],
  seat: ['seat'],
  self_harm: ['helpline'],
};

/** Where seconds count, the short red flags stand for the whole ones, and all of it within these milliseconds. */
const SHORT_FORMS = new Set<SessionForm>(['sos', 'seat']);
const SOS_LIMIT_MS = 40_000;
/** How soon after its words name a fast heart or a short breath a script says the red flags. */
const NAMED_LEAD_MS = 20_000;
/** A silence from which on a script leaves the listener in what it describes. */
const STAY_MS = 20_000;
/** Ten breaths a minute or fewer: an adult at rest takes twelve or more, so that this slows the breath. */
const SLOW_CYCLE_MS = 6000;

/** The properties of a session that its acts are checked with. */
export interface SessionWithActs {
  kind: ScriptKind;
  category: ScriptCategory;
  form: SessionForm;
  does: readonly SessionAct[];
}

/**
 * A caution that a script lacks, or says too late (`at`, in milliseconds), or says with no act that asks for it, or an act
 * that its cues or words show and `does` does not.
 */
export type CautionOrUndeclaredActFault =
  | { code: 'undeclared_caution'; caution: CautionName }
  | { code: 'missing_caution'; caution: CautionName }
  | { code: 'late_caution'; caution: CautionName; at: number }
  | { code: 'undeclared_act'; act: SessionAct };

/** Lists the cautions that a written text must quote for what it invites its reader to do. */
export const listRequiredCautionsOfText = (does: readonly SessionAct[]): CautionName[] => [
  ...new Set(does.flatMap((act) => REQUIRED[act])),
];

/** Lists the cautions that the scripts of a session must say. */
export function listRequiredCautions({ form, does }: SessionWithActs): CautionName[] {
  const isShort = SHORT_FORMS.has(form);
  const all = does.flatMap((act) => REQUIRED[act]);
  return [
    ...new Set(all.map((name) => (isShort && name === 'red-flags' ? SHORT_RED_FLAGS : name))),
  ];
}
const SHORT_RED_FLAGS = 'red-flags-short' satisfies CautionName;
const SOS_RED_FLAGS = 'red-flags-sos' satisfies CautionName;

/**
 * Checks that a script says each caution that the acts of its session require, before the first sound, exercise or stay
 * (in an SOS piece within 40 s) and soon after its words name a fast heart or a short breath, and that acts which its cues,
 * words and cautions show are declared. Lines that cannot be parsed are left out.
 */
export function findCautionAndUndeclaredActFaults(
  text: string,
  language: Language,
  session: SessionWithActs,
): CautionOrUndeclaredActFault[] {
  const { cues, lines } = timeScript(text, { language, ...session });
  const raw = text.split(/\r\n|\r|\n/u);
  const said = new Map(
    lines.flatMap(({ line, at }) => {
      const name = parseCautionName((raw[line - 1] ?? '').trim());
      return name ? [[name, at] as const] : [];
    }),
  );
  const named = findFirstNamedSign(cues, language);
  const limit = session.form === 'sos' ? SOS_LIMIT_MS : findFirstDemand(cues);
  const required = listRequiredCautions(session);
  const cautions = required.flatMap((caution): CautionOrUndeclaredActFault[] => {
    const isRedFlags = RED_FLAGS.has(caution);
    // Where nothing is brought on, the red flags may be said in few words.
    const isShortEnough = isRedFlags && !session.does.includes('sensations');
    const short: CautionName[] =
      session.form === 'sos' ? [SHORT_RED_FLAGS, SOS_RED_FLAGS] : [SHORT_RED_FLAGS];
    const shorter = isShortEnough ? short.map((name) => said.get(name)) : [];
    const at = [said.get(caution), ...shorter].find((found) => found !== undefined);
    if (at === undefined) return [{ code: 'missing_caution', caution }];
    if (caution === AT_HOME)
      return at > AT_HOME_LIMIT_MS ? [{ code: 'late_caution', caution, at }] : [];
    // A number comes after the words that send the listener to it, wherever those stand.
    if (caution === 'helpline') return [];
    const byForm = caution === 'breath' ? Math.max(limit, findFirstBreath(cues)) : limit;
    const latest = isRedFlags ? Math.min(byForm, named + NAMED_LEAD_MS) : byForm;
    return at > latest ? [{ code: 'late_caution', caution, at }] : [];
  });
  const asksRedFlags = required.some((caution) => RED_FLAGS.has(caution));
  const undeclared = [...said.keys()].filter(
    (caution) => !required.includes(caution) && !(asksRedFlags && RED_FLAGS.has(caution)),
  );
  const shown = listShownActs(cues, language, session).filter((act) => !session.does.includes(act));
  return [
    ...cautions,
    ...shown.map((act): CautionOrUndeclaredActFault => ({ code: 'undeclared_act', act })),
    ...undeclared.map((caution): CautionOrUndeclaredActFault => ({
      code: 'undeclared_caution',
      caution,
    })),
  ];
}

const RED_FLAGS: ReadonlySet<CautionName> = new Set<CautionName>([
  'red-flags',
  SHORT_RED_FLAGS,
  SOS_RED_FLAGS,
]);

/** The cautions name signs themselves, and are no invitation. */
const QUOTED = Object.values(CAUTIONS).flatMap(({ en, fr }) => [en, fr]);

/** Returns when a script first names a fast heart or a short breath, in milliseconds. */
const findFirstNamedSign = (cues: readonly Cue[], language: Language) =>
  cues.find(
    (cue) =>
      cue.type === 'say' &&
      namesFastHeartOrShortBreath(cue.text, language) &&
      !QUOTED.some((caution) => caution.includes(cue.text)),
  )?.at ?? Number.POSITIVE_INFINITY;

const isSlowBreath = (cue: Cue) =>
  cue.type === 'breathe' &&
  (cue.holdIn + cue.holdOut > 0 || cue.duration / cue.cycles >= SLOW_CYCLE_MS);

const findFirstBreath = (cues: readonly Cue[]) =>
  cues.find(({ type }) => type === 'breathe')?.at ?? 0;

/** Returns when a script first plays a sound, breathes with the listener or leaves them in silence, in milliseconds. */
function findFirstDemand(cues: readonly Cue[]): number {
  const first = cues.find(
    ({ type, duration }) =>
      type === 'sound' || type === 'breathe' || (type === 'pause' && duration >= STAY_MS),
  );
  return first?.at ?? Number.POSITIVE_INFINITY;
}

/** Lists the acts that the cues and words of a script show by themselves. */
function listShownActs(
  cues: readonly Cue[],
  language: Language,
  { kind, form, does }: SessionWithActs,
): SessionAct[] {
  const shown: SessionAct[] = [];
  if (!does.includes('sensations') && Number.isFinite(findFirstNamedSign(cues, language)))
    shown.push('fast_heart');
  if (cues.some(isSlowBreath)) shown.push('breath');
  if (cues.some((cue) => cue.type === 'say' && namesHelpline(cue.text, language)))
    shown.push('self_harm');
  if (kind === 'load' && form !== 'seat' && cues.some(({ type }) => type === 'sound'))
    shown.push('scene');
  return shown;
}
