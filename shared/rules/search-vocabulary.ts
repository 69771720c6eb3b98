import type { FearArea } from './fear-areas.ts';
import type { Language } from './languages.ts';

// Words that frightened people type and the sessions do not contain. Each is looked for among the words of the sessions of its
// area or tag: on the server by its beginning, its inflections and its misspellings, on a device by its beginning.

/** Words in one language that lead to sessions whose own texts may lack them. */
interface EverydayWords {
  /**
   * By fear area; they weigh most for sessions whose main area it is. For an area of two things, such as take-off and
   * landing, only what both have in common.
   */
  areas: Record<FearArea, string>;
  /** By tag, in lower case as the sessions write it. */
  tags: Record<string, string>;
}

const EN: EverydayWords = {
  areas: {
    pre_flight_worry: 'worry worried anticipation nervous nerves dread dreading stress',
    airport_boarding_stress: 'airport boarding security passport gate',
    takeoff_landing_fear: 'runway',
    turbulence_weather_worry: 'bumps bumpy jolts',
    crash_catastrophe_fear:
      'crash crashing catastrophe disaster accident death die dying dead killed fall falling explode fire terrorism terrorist bomb hijack',
    fear_losing_control: 'lose losing control crazy mad insane scream',
    fear_enclosed_spaces:
      'enclosed space spaces claustrophobia claustrophobic confined cramped narrow trapped shut in suffocate suffocating',
    fear_no_escape: 'no way out get leave escape trapped stuck exit',
    fear_heights: 'height heights vertigo acrophobia high',
    flying_with_others_anxiety: 'other people strangers embarrassed embarrassment judged social',
    germs_cleanliness_anxiety:
      'germs covid virus infection illness ill bacteria dirty contamination flu hygiene',
    past_flight_trauma: 'past bad trauma traumatic ptsd flashback flashbacks nightmare',
    post_flight_worry: 'after return home way back',
    inflight_sensation_fear: 'body sensation sensations symptoms palpitations heart',
    aircraft_crew_trust_worry: 'trust safe safety pilot pilots mechanical failure maintenance',
    night_overwater_worry: 'dark darkness drown drowning',
  },
  tags: {
    balance: 'nausea nauseous sick sickness airsick vomit vomiting dizzy dizziness',
    breath: 'breathe breathing breathless choke choking suffocate suffocating hyperventilate',
    children: 'kid kids child baby babies toddler son daughter',
    child: 'kid kids baby babies toddler son daughter',
    clots: 'dvt thrombosis embolism legs swollen calf stockings',
    companion: 'partner husband wife boyfriend girlfriend friend',
    crew: 'pilot pilots captain',
    crying: 'cry sob sobbing',
    delay: 'delayed late cancelled',
    engines: 'engine failure motor',
    fainting: 'faint pass passing out collapse blackout',
    'jet lag': 'time zones zone insomnia awake',
    landing: 'land touchdown',
    morning: 'tomorrow',
    noises: 'noise sound sounds weird strange bang thump',
    panic: 'panic attack attacks hyperventilate hyperventilating palpitations',
    pregnant: 'pregnancy expecting unborn baby weeks trimester',
    sleep: 'insomnia sleepless sleeping awake jet lag tonight tomorrow',
    smoke: 'fumes burning burnt smell fire odour odor',
    'take-off': 'takeoff acceleration lift-off',
    thoughts: 'intrusive overthinking rumination spiral worst case scenario',
    turbulence: 'bump bumps bumpy shake shaking air pocket pockets drop',
    'unruly passenger': 'drunk fight violent aggressive harassment attack',
    vomiting: 'vomit vomits puke throw throwing up nauseous sickness airsick emetophobia',
    work: 'business trip trips travel job meeting meetings conference',
    weather: 'storm storms thunder thunderstorm lightning snow fog',
  },
};

const FR: EverydayWords = {
  areas: {
    pre_flight_worry: 'attente anticipation appréhension stress stressé nerveux départ',
    airport_boarding_stress: 'aéroport embarquement sécurité passeport',
    takeoff_landing_fear: 'piste',
    turbulence_weather_worry: 'secousses secoué trou trous air',
    crash_catastrophe_fear:
      'crash écraser s’écrase accident catastrophe mort mourir meurt tué tomber chute exploser incendie feu attentat terrorisme bombe',
    fear_losing_control: 'perdre perte contrôle fou folle hurler crier craquer',
    fear_enclosed_spaces:
      'espace clos claustrophobe claustrophobie claustro enfermé enfermement coincé étroit étouffer oppressé',
    fear_no_escape: 'issue sortir coincé bloqué prisonnier enfermé fuir',
    fear_heights: 'hauteur vertige vide altitude acrophobie',
    flying_with_others_anxiety: 'autres passagers gens inconnus honte regard gêne',
    germs_cleanliness_anxiety:
      'microbe virus covid maladie malade contagion contamination bactéries saleté sale grippe propreté',
    past_flight_trauma: 'mauvais traumatisme trauma traumatisant cauchemar flashback',
    post_flight_worry: 'après retour revenir rentrer',
    inflight_sensation_fear: 'corps sensation symptômes palpitations cœur',
    aircraft_crew_trust_worry: 'confiance sûr sécurité fiable pilote pilotes panne défaillance',
    night_overwater_worry: 'noir obscurité mer noyer noyade',
  },
  tags: {
    atterrissage: 'atterrir',
    autisme: 'autiste autistes asperger sensoriel hypersensible',
    caillot: 'thrombose embolie jambe jambes contention sang',
    décollage: 'décoller accélération',
    ventre: 'nausée nausées vomir vomi mal air estomac malade étourdi',
    souffle: 'respirer respiration étouffer étouffe suffoquer oppression hyperventilation',
    enfants: 'enfant bébé bébés fils fille',
    enfant: 'bébé bébés fils fille gamin',
    grossesse: 'bébé trimestre mois accoucher accouchement',
    accompagner: 'conjoint mari femme compagnon ami amie accompagnant',
    équipage: 'pilote pilotes commandant',
    larmes: 'pleurer pleure sangloter',
    retard: 'retardé annulé annulation',
    moteurs: 'moteur panne réacteur réacteurs',
    évanouissement: 'évanouir malaise pommes syncope connaissance',
    fumée: 'brûler incendie feu vapeurs sent',
    hélices: 'hélice turbopropulseurs petit avion',
    bruits: 'bruit son sons bizarre étrange inquiétant',
    panique: 'crise attaque angoisse paniquer hyperventilation palpitations',
    passager: 'ivre alcoolisé bagarre violent agresseur agression',
    sommeil: 'insomnie insomnies dormir endormir réveil décalage horaire',
    sourd: 'sourde surdité malentendante entendre lsf signes',
    toilettes: 'wc cabinet cabinets',
    pensées: 'obsession ruminer ruminations scénario catastrophe pire',
    turbulences: 'turbulence secousses secoué trembler trous air trou chute',
    travail: 'affaires boulot réunion mission professionnel',
    'veille du départ': 'demain soir',
    'jour du départ': 'demain matin',
    vomir: 'vomi vomissement vomissements nausée nausées malade',
    météo: 'orage orages tempête foudre éclairs tonnerre neige brouillard',
  },
};

export const SEARCH_SYNONYMS: Record<Language, EverydayWords> = { en: EN, fr: FR };

/**
 * Words that are about every session, and so distinguish none: `fear of heights` is about heights. Without accents, as
 * search terms are.
 */
const COMMON_TERMS: Record<Language, ReadonlySet<string>> = {
  en: new Set(
    (
      'fear fears afraid scared frightened terrified scary anxiety anxious phobia feel feeling going want help ' +
      'fly flying flight flights plane planes aeroplane airplane aircraft ' +
      'im ive cant dont doesnt didnt isnt its whats thats really like get gets getting got keep keeps make makes thing things something someone happen happens way ways time good bad normal possible need have has about while'
    ).split(' '),
  ),
  fr: new Set(
    (
      'peur peurs angoisse angoisses anxiete phobie crainte effraye effrayee sentir sens etre aller vais veux aide ' +
      'avion avions vol vols voler voyage voyager prendre ' +
      'jai suis cest ca est ai as quoi tout tous fait faire fais peux peut peuvent arrive arriver arrivee trop plus tres bien juste encore quelqu un une la dans de'
    ).split(' '),
  ),
};

/**
 * Removes the words too common in this library to distinguish sessions, such as `fear` and `flight` (a fixed list for
 * each language, without accents); returns all terms when none would be left.
 */
export function removeStopWords(terms: readonly string[], language: Language): readonly string[] {
  const specific = terms.filter((term) => !COMMON_TERMS[language].has(term));
  return specific.length > 0 ? specific : terms;
}
