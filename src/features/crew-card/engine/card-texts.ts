/** What can stand on the card, in the order of the page. */
export const CARD_SENTENCES = ['afraid', 'normal', 'crew', 'talk', 'quiet', 'pass'] as const;
export type CardSentenceName = (typeof CARD_SENTENCES)[number];

type CardText = { name: string; isRightToLeft?: true } & Readonly<Record<CardSentenceName, string>>;

/**
 * The card's sentences in each language, under the name that the language has in itself. They address strangers
 * politely, and nothing in them depends on the gender of a flyer or a reader.
 */
const TEXTS = {
  en: {
    name: 'English',
    afraid: 'I’m afraid of flying. You don’t need to do anything.',
    normal: 'Please tell me if what I hear or feel is normal.',
    crew: 'I’d like to meet someone from the crew.',
    talk: 'Could we talk about something else for a few minutes?',
    quiet: 'I’d rather not talk right now. Thank you for understanding.',
    pass: 'May I get past, please? I’d like to stand up for a moment.',
  },
  fr: {
    name: 'Français',
    afraid: 'J’ai peur en avion. Vous n’avez rien de particulier à faire.',
    normal: 'Dites‑moi, s’il vous plaît, si ce que j’entends ou ressens est normal.',
    crew: 'J’aimerais faire connaissance avec quelqu’un de l’équipage.',
    talk: 'Pourrions‑nous parler d’autre chose pendant quelques minutes ?',
    quiet: 'Je préfère ne pas parler pour l’instant. Merci de votre compréhension.',
    pass: 'Puis‑je passer, s’il vous plaît ? J’aimerais me lever un moment.',
  },
  de: {
    name: 'Deutsch',
    afraid: 'Ich habe Flugangst. Sie müssen nichts tun.',
    normal: 'Bitte sagen Sie mir, ob das, was ich höre oder spüre, normal ist.',
    crew: 'Ich würde gern jemanden aus der Crew kennenlernen.',
    talk: 'Könnten wir ein paar Minuten über etwas anderes sprechen?',
    quiet: 'Ich möchte gerade lieber nicht reden. Danke für Ihr Verständnis.',
    pass: 'Darf ich bitte vorbei? Ich möchte kurz aufstehen.',
  },
  es: {
    name: 'Español',
    afraid: 'Me da miedo volar. No hace falta que haga nada.',
    normal: 'Por favor, dígame si lo que oigo o siento es normal.',
    crew: 'Me gustaría conocer a alguien de la tripulación.',
    talk: '¿Podríamos hablar de otra cosa unos minutos?',
    quiet: 'Ahora mismo prefiero no hablar. Gracias por su comprensión.',
    pass: '¿Me deja pasar, por favor? Quisiera levantarme un momento.',
  },
  it: {
    name: 'Italiano',
    afraid: 'Ho paura di volare. Non c’è bisogno che faccia nulla.',
    normal: 'Per favore, mi dica se quello che sento è normale.',
    crew: 'Mi piacerebbe conoscere qualcuno dell’equipaggio.',
    talk: 'Potremmo parlare d’altro per qualche minuto?',
    quiet: 'In questo momento preferisco non parlare. Grazie per la comprensione.',
    pass: 'Mi fa passare, per favore? Vorrei alzarmi un momento.',
  },
  pt: {
    name: 'Português',
    afraid: 'Tenho medo de voar. Não é preciso fazer nada.',
    normal: 'Por favor, diga‑me se o que ouço ou sinto é normal.',
    crew: 'Gostaria de conhecer alguém da tripulação.',
    talk: 'Poderíamos falar de outra coisa durante alguns minutos?',
    quiet: 'Neste momento prefiro não falar. Agradeço a compreensão.',
    pass: 'Posso passar, por favor? Gostaria de me levantar por um momento.',
  },
  nl: {
    name: 'Nederlands',
    afraid: 'Ik heb vliegangst. U hoeft niets te doen.',
    normal: 'Kunt u me zeggen of het normaal is wat ik hoor of voel?',
    crew: 'Ik zou graag iemand van de bemanning leren kennen.',
    talk: 'Zouden we een paar minuten over iets anders kunnen praten?',
    quiet: 'Ik praat nu liever niet. Dank u voor uw begrip.',
    pass: 'Mag ik er alstublieft langs? Ik wil graag even staan.',
  },
  ar: {
    name: 'العربية',
    isRightToLeft: true,
    afraid: 'أخاف من الطيران. لا داعي لفعل أي شيء.',
    normal: 'أرجو إخباري إن كان ما أسمعه أو أشعر به طبيعيًا.',
    crew: 'أودّ التعرّف إلى أحد أفراد الطاقم.',
    talk: 'هل يمكننا التحدّث عن شيء آخر لبضع دقائق؟',
    quiet: 'أفضّل ألّا أتكلّم الآن. شكرًا لتفهّمكم.',
    pass: 'هل تسمحون لي بالمرور من فضلكم؟ أودّ الوقوف قليلًا.',
  },
} as const satisfies Record<string, CardText>;

export type CardLanguage = keyof typeof TEXTS;
export const CARD_TEXTS: Readonly<Record<CardLanguage, CardText>> = TEXTS;
export const CARD_LANGUAGES = Object.keys(TEXTS) as CardLanguage[];

/** What the flyer chose to show. */
export interface CrewCardContent {
  language: CardLanguage;
  sentences: readonly CardSentenceName[];
}

/** Parses a card as it was kept on this device; what is no longer known falls back to the first sentence, in English. */
export function parseCrewCard(kept: object, fallback: CardLanguage = 'en'): CrewCardContent {
  const { language, sentences } = kept as Partial<Record<keyof CrewCardContent, unknown>>;
  const known = Array.isArray(sentences)
    ? CARD_SENTENCES.filter((name) => sentences.includes(name))
    : [];
  return {
    language: CARD_LANGUAGES.find((name) => name === language) ?? fallback,
    sentences: known.length > 0 ? known : ['afraid'],
  };
}
