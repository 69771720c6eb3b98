import type { ScriptLanguage } from './script-sentences.ts';

/**
 * What a script says for safety's sake, in one wording for each language: a line such as `[caution red-flags]` is spoken
 * as its text here. Sources: NHS, pages “Heart attack”, “Stroke”, “Pulmonary embolism” and “Deep vein thrombosis” (signs
 * of an emergency); Craske and Barlow 2007 (contraindications of interoceptive exercises); Samaritans, 988 Suicide and Crisis
 * Lifeline, Lifeline Australia, 3114, La Main Tendue, Centre de prévention du suicide (numbers of helplines, 2026).
 */
export const CAUTIONS = {
  'red-flags': {
    en: 'Pain, pressure or tightness in the chest that stays or spreads. Breathlessness that came suddenly and isn’t like your fear. A faint. One side of the face dropping, an arm that won’t lift, muddled words. A swollen, painful calf. Tell the crew, or call for help, now. You don’t have to be sure.',
    fr: 'Une douleur, un poids ou un serrement dans la poitrine, qui reste ou qui s’étend. Un souffle coupé d’un coup, pas comme dans vos peurs. Une perte de connaissance. Un côté du visage qui tombe, un bras sans force, des mots qui se brouillent. Un mollet gonflé et douloureux. Appelez l’équipage, ou les secours, tout de suite. Pas besoin d’être sûr.',
  },
  'red-flags-short': {
    en: 'Chest pain, pressure or tightness that stays, breathlessness unlike your fear, a faint, a weak side or muddled words: call the crew, or an ambulance, now.',
    fr: 'Douleur ou serrement qui reste dans la poitrine, souffle coupé d’un coup, évanouissement, un côté sans force, des mots brouillés. Appelez l’équipage, ou les secours, tout de suite.',
  },
  // The short form for a listener in bed the night before: no crew is there, and the page before says the rest.
  'red-flags-at-home': {
    en: 'Chest pain that stays, sudden breathlessness, a faint, a weak side: call an ambulance now.',
    fr: 'Douleur qui reste dans la poitrine, souffle coupé d’un coup, malaise, un côté sans force : appelez les secours.',
  },
  // The short form where seconds count, wherever that is.
  'red-flags-sos': {
    en: 'Chest pain that stays, sudden breathlessness, a faint, a weak side: call the crew, or an ambulance, now.',
    fr: 'Douleur qui reste dans la poitrine, souffle coupé d’un coup, malaise, un côté sans force : appelez l’équipage, ou les secours.',
  },
  health: {
    en: 'Ask your doctor first if you have heart or lung disease, and asthma counts. Ask, too, if you have epilepsy, if you’re pregnant, or if you’ve ever fainted.',
    fr: 'Demandez d’abord à votre médecin si vous avez une maladie du cœur ou des poumons, l’asthme compris. Demandez-lui aussi pour une épilepsie, une grossesse, ou si vous avez déjà perdu connaissance.',
  },
  breath: {
    en: 'Dizzy, or tingling? Then breathe as you like. With asthma, keep your inhaler near.',
    fr: 'La tête tourne, les doigts picotent ? Respirez comme ça vient. Avec un asthme, gardez votre traitement sous la main.',
  },
  tension: {
    en: 'Leave out whatever hurts. Don’t do this after surgery, or with very high blood pressure. And keep breathing.',
    fr: 'Laissez de côté ce qui fait mal. Ne le faites pas après une opération, ni avec une tension très élevée. Et continuez de respirer.',
  },
  scene: {
    en: 'Don’t do this within twenty-four hours of a flight, and never while driving. After an accident or a trauma, do it only with help. Stop whenever you want.',
    fr: 'Ne faites pas cet exercice à moins de vingt-quatre heures d’un vol, ni au volant. Après un accident ou un traumatisme, n’y allez pas sans aide. Vous arrêtez quand vous voulez.',
  },
  recall: {
    en: 'Don’t do this within twenty-four hours of a flight, and never while driving. After an accident or a trauma, do it only with help. Stop whenever you want: open your eyes, put both feet down, and name three things in the room.',
    fr: 'Ne faites pas cet exercice à moins de vingt-quatre heures d’un vol, ni au volant. Après un accident ou un traumatisme, n’y allez pas sans aide. Vous arrêtez quand vous voulez : ouvrez les yeux, posez les pieds, et nommez trois choses de la pièce.',
  },
  seat: {
    en: 'Keep your belt on, and do what the crew say.',
    fr: 'Gardez la ceinture bouclée, et faites ce que dit l’équipage.',
  },
  helpline: {
    en: 'In Britain and Ireland, that’s 116 123. In the United States and Canada, 988. In Australia, 13 11 14. If you may be about to do it, call the emergency number.',
    fr: 'En France, c’est le 3114, jour et nuit. En Suisse, le 143. En Belgique, le 0800 32 123. Au Canada, le 988. Si vous êtes sur le point de le faire, appelez les secours.',
  },
} as const satisfies Record<string, Record<ScriptLanguage, string>>;

export type CautionName = keyof typeof CAUTIONS;

export const CAUTION_NAMES = Object.keys(CAUTIONS) as CautionName[];

const CAUTION_LINE = /^\[\s*caution\s+([a-z-]+)\s*\](?:\s*#.*)?$/u;

/** Returns the name of the caution that a trimmed line of a script asks for; null for any other line. */
export function parseCautionName(line: string): CautionName | null {
  const name = CAUTION_LINE.exec(line)?.[1];
  return CAUTION_NAMES.find((known) => known === name) ?? null;
}
