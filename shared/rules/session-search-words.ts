import type { Language } from './languages.ts';

/**
 * Words of the questions that people ask at night, by the slug of the session that answers them and whose own words lack
 * them; searched for as its tags are. What is true of a whole area or tag: `search-vocabulary.ts`.
 */
export const SEARCH_WORDS_BY_SESSION: Record<Language, Record<string, string>> = {
  en: {
    'a-frightening-urge': 'urges impulse impulses jumping handle violent harm stab awful',
    'flying-without-the-children': 'orphan kids leaving behind mum mom dad guilty both',
    'a-bad-feeling':
      'premonition premonitions sign signs omen bad feeling gut dream dreamt dreams supposed unlucky thirteen 13th universe',
    'a-connection': 'missed miss tight short two one day transfer layover connecting',
    'a-delay-at-the-gate': 'tarmac hours waiting stuck runway',
    'a-diversion':
      'emergency landing turned back turn return returned turning diverted divert another airport storm',
    'a-pilot-taken-ill': 'asleep unconscious dies died heart attack trust',
    'after-the-news':
      'watching air crash investigation mayday video videos documentary reading looking up statistics accidents night all flightradar',
    'an-avoidance-turn':
      'collide collision collisions near miss two planes close crossing autopilot suddenly',
    'an-unruly-passenger': 'fighting fights fight someone attack door opens',
    'autistic-or-easily-overwhelmed':
      'adhd sensory overload noise loud too much asd aspergers overwhelms security line',
    'before-you-book': 'cancel book booked booking ticket months away regret',
    'beside-you': 'husband wife girlfriend boyfriend partner friend',
    'bird-strike': 'goose geese engine fire',
    'choosing-a-seat':
      'sit sits where least best front back over wing middle stuck nervous smoothest',
    'climate-and-turbulence': 'injured hurt news severe forecast worse warming',
    'every-sound': 'listen loud noise too much weird strange bang',
    'first-flight-after-years': 'never used alone again',
    'flying-for-work': 'boss tell colleague colleagues have',
    'flying-with-children': 'ear ears popping anxious mum mom dad parent orphans having',
    'for-teenagers': 'teen teens son daughter refuses doesnt want',
    'four-sides': 'exercise calm down fast technique box',
    gliding: 'both engines fail fails failure failed glide gliding fuel emergency landing',
    'hot-on-the-ground': 'sweating boiling hours',
    'how-crews-train-and-rest':
      'pilot pilots tired tiredness fatigue asleep sleep sleeping falls trained training trust autopilot automatic crew worried looked faces control captain',
    'how-fear-learns':
      'why sudden suddenly never used worse still safe know statistics irrational get over cured cure overcome having kids therapy exposure work rid',
    'heights-step-by-step': 'afraid scared vertigo acrophobia bridges ladder edge',
    'i-did-not-board':
      'didnt cancel cancelled missed wedding holiday funeral turned back walked off left ashamed',
    'jet-lag': 'exhausted tired',
    'landing-and-going-around':
      'hard bumpy rough aborted rejected abort braked brakes braking brake suddenly runway pulled up crosswind wind video worst scares emergency',
    'lights-out-over-the-ocean': 'atlantic sea water dark wrong hours',
    'long-exhale': 'exercise calm down fast asthma technique',
    'low-cost-carriers': 'easyjet wizz spirit cheap budget safe',
    'never-flown': 'never been alone walking onto what happens first time',
    'night-and-ocean': 'atlantic pacific sea water wrong middle nowhere radar dark',
    'no-way-off': 'get off hours stuck middle ten 10 eight 8 twelve 12 long haul',
    'on-one-engine': 'fail fails failure failed fire stops',
    'oxygen-masks': 'window breaks break cracked depressurise depressurization pressure loss',
    'panic-at-altitude': 'attack attacks die dying heart control freak freaking out embarrassed',
    'returning-to-that-flight': 'nightmare nightmares',
    'seat-cruise': 'control watch wing checking distract distraction',
    'seat-descent': 'ears ear pop hurt hard bumpy rough scares worst wind',
    'seat-take-off': 'worst hate',
    'seat-taxi': 'tarmac',
    'seat-turbulence': 'armrest grip seatbelt sign sit down',
    'sick-in-the-air':
      'someone else next throw up throwing puke eat food diarrhea diarrhoea stomach',
    'smoke-or-a-smell': 'fog mist vapour steam white vents vent ceiling coming out fire engine',
    'sos-at-the-gate': 'cancel walked off turn back board boarding waiting',
    'sos-breath': 'chest tight asthma oxygen calm down fast',
    'sos-doors': 'tarmac stuck waiting lose it',
    'sos-dropped': 'fell falling sky drop pulled up',
    'sos-faint': 'pass out passing faint dizzy',
    'sos-heart':
      'chest tight tightness heart attack racing die dying condition anxiety calm down fast freaking out',
    'sos-neighbour': 'panicking panic person next',
    'sos-shaking': 'calm down fast crew sit seatbelt sign',
    'sos-tears': 'hands shaking trembling tremble cry ashamed embarrassed',
    'sos-thoughts': 'mind lose mad crazy calm down fast stop thinking control distract',
    'sos-unreal': 'unreal unreality detached dreamlike derealisation mind lose mad',
    'sos-urge-to-leave': 'scream run door escape freak freaking out stuck',
    'take-off-long': 'worst hate',
    'take-off-minute-by-minute': 'steep angle abort aborted rejected rejects worst hate',
    'the-air-in-the-cabin':
      'open door opens handle oxygen enough ears pop popping hurt pressure lung heart condition asthma vents',
    'the-drive-home': 'exhausted tired',
    'the-morning-of': 'eat food breakfast diarrhea diarrhoea stomach nerves cant',
    'the-night-before': 'tomorrow sleepless cancel',
    'the-seat-next-to-yours':
      'tell flight attendant crew stewardess boss ashamed embarrassed embarrassing shame front people say neighbour',
    'the-sleepless-week':
      'week weeks month months away dread already insomnia nightmare nightmares dream dreamt dreams forecast forecasts flightradar checking looking night nerves stress stomach stop thinking',
    'the-things-we-grip':
      'control lucky charm ritual rituals pray praying wine drink watch wing checking flightradar forecast distract distraction armrest listen every sound faces crew looked worried',
    'the-toilet-on-board':
      'bathroom lavatory loo pee peeing bladder diarrhea diarrhoea bowels need time',
    'the-way-back': 'flying back home return ruined ruin worse holiday vacation thinking',
    'the-what-if-voice':
      'ifs stop control orphans leaving kids terrorist terrorism hijack bomb die dying death wrong',
    'thoughts-like-weather': 'crash crashing stop thinking',
    'through-the-airport': 'security line queue crowds crowded overwhelms overwhelming overwhelmed',
    'tonight-crashing':
      'die dying death premonition sign feeling bad dream dreamt crash crashes terrorist terrorism hijack bomb orphans statistics',
    'tonight-panicking': 'control mad mind lose freak',
    turboprops: 'small plane propeller prop atr dash',
    'weather-and-ice':
      'crosswind crosswinds wind winds windy gusts fog foggy snow snowing icy deicing de-icing storm storms destination hits struck strike video',
    'what-ears-and-stomach-feel': 'falling dropping stomach drop lurch motion sickness tilt',
    'what-fear-does-in-the-body':
      'eat appetite stomach diarrhea diarrhoea hands chest tight symptoms why',
    'what-the-wing-does':
      'break breaks snap flip turn over upside down roll crash plane bend bending flap pockets last long injured crew sit seated seatbelt sign why bumpy clouds severe',
    'when-fear-comes-back': 'sudden suddenly never used worse cured again',
    'when-the-plane-drops': 'fell falling sky flip',
    'where-sounds-come-from':
      'ding dinging chime chimes beep bell barking dog saw sawing whirring grinding bang banging thump clunk airbus underneath floor wheels gear',
    'who-looks-after-the-aircraft':
      'who old age ageing boeing 737 max airbus checks checked check cheaply cheap repaired broken faulty trust',
    'why-the-engines-go-quiet':
      'falling sinking stops slow power loss drop quiet change changed changes falls',
    'a-larger-body': 'fat overweight plus size extension extender',
    'a-passenger-very-ill': 'dies dead body doctor passenger seizure',
    'a-type-in-the-news': '737 max boeing blew panel model',
    'blind-or-low-vision': 'blind guide cane',
    'drones-and-lost-gps': 'drone gps jammed jamming spoofing war russia',
    'when-a-loved-one-flies':
      'husband wife son daughter mum dad mother father boyfriend girlfriend partner waiting land landed track flightradar without me worried',
    'flying-in-grief': 'funeral bereavement bereaved grief grieving ashes urn',
    'getting-out': 'evacuate evacuation slide brace ditch ditching drown drowning swim jacket vest',
    'someone-who-means-harm':
      'bomb bombs terrorist terrorists terrorism hijack hijacked hijacking suicide germanwings deliberately murder',
    'a-severe-allergy': 'peanut peanuts allergic anaphylactic epipen',
    'diabetes-heart-or-lungs': 'diabetic pump sensor defibrillator icd copd',
    'with-a-wheelchair': 'wheelchair disabled paralysed',
  },
  fr: {
    'a-frightening-urge': 'pulsion impulsion impulsions poignée violent frapper horrible envie',
    'flying-without-the-children': 'orphelin laisser derrière maman papa coupable culpabilité deux',
    'a-bad-feeling':
      'mauvais pressentiment pressens signe signes prémonition rêve rêvé superstitieuse superstitieux treize destin intuition',
    'a-child-who-is-afraid': 'depuis',
    'a-connection': 'correspondance rater courte deux avions journée transfert',
    'a-delay-at-the-gate': 'tarmac bloqués heures attente attendre',
    'a-diversion': 'urgence demi-tour dérouté déroutement tempête arrivée retourner',
    'a-pilot-taken-ill': 'endort malaise mort cardiaque confiance',
    'after-the-news':
      'crash air regarde regarder vidéos documentaire infos lis lire accidents nuit statistiques flightradar images',
    'an-avoidance-turn': 'collision deux avions croisés croiser près proche automatique',
    'an-unruly-passenger': 'bagarre ivre ouvrir porte',
    'autistic-or-easily-overwhelmed': 'tdah bruit trop aéroport hypersensible',
    'before-you-book': 'annuler réserver réservé billet regrette regretter mois',
    'beside-you': 'mari femme copine copain aider voisine crise',
    'bird-strike': 'oiseaux réacteur feu',
    'choosing-a-seat': 'place siège milieu couloir hublot moins bouge secoue avant arrière',
    'climate-and-turbulence': 'réchauffement blessés graves dangereux prévisions',
    'deaf-or-hard-of-hearing': 'sourde malentendant',
    'every-sound': 'écoute fort trop bizarre boum',
    'first-flight-after-years': 'seule première avant',
    'flying-for-work': 'patron chef déplacements professionnels collègues boire verre',
    'flying-with-children': 'oreilles bébé angoisse orphelins maman parent depuis',
    'for-teenagers': 'ado adolescent refuse',
    'four-sides': 'calmer vite exercice',
    gliding: 'deux panne réacteurs plane planer urgence carburant',
    'hot-on-the-ground': 'clim heures',
    'how-crews-train-and-rest':
      'pilote pilotes fatigué fatigués fatigue endort dort formation formés confiance automatique hôtesse inquiète visage contrôler',
    'how-fear-learns':
      'pourquoi vient coup soudain avant sûr sais quand même statistiques rassurent irrationnel guérir thérapie exposition depuis enfants origine',
    'i-did-not-board':
      'pas annuler annulé raté mariage vacances enterrement demi-tour monté descendre renoncer cause',
    'jet-lag': 'épuisée épuisé fatigue',
    'landing-and-going-around':
      'brutal dur violent remonté remonte poser remise interrompu freinage freiner freine brusque piste urgence vent travers brouillard',
    'lights-out-over-the-ocean': 'atlantique eau heures panne',
    'long-exhale': 'calmer vite asthme exercice',
    'low-cost-carriers': 'ryanair easyjet transavia vueling dangereux fiable',
    'muscle-by-muscle': 'détendre muscles calmer',
    'never-flown': 'jamais seule première monter',
    'night-and-ocean': 'atlantique pacifique eau panne milieu',
    'no-way-off': 'descendre heures tenir milieu tarmac long courrier hurler coincé onze',
    'on-one-engine': 'seul panne feu arrêt océan atlantique',
    'oxygen-masks': 'hublot casse dépressurisation manque oxygène',
    'panic-at-altitude': 'crise cardiaque mourir cœur plein panique fou honte descendre',
    'returning-to-that-flight': 'cauchemars cauchemar',
    'seat-boarding': 'monter monté hôtesse',
    'seat-climb': 'boum bip train',
    'seat-cruise': 'contrôler surveille aile distraire',
    'seat-descent': 'oreilles brutal train',
    'seat-take-off': 'pire',
    'seat-turbulence': 'accoudoir ceinture attachez bouge nuages',
    'sick-in-the-air': 'vomit vomir vomi quelqu’un côté mal transports diarrhée envie boule',
    'sleep-on-a-long-flight': 'tenir long courrier',
    'smoke-or-a-smell': 'vapeur blanche brouillard plafond brûlé sort feu moteur',
    'sos-at-the-gate': 'annuler demi-tour monter embarquer',
    'sos-breath': 'poitrine serrée asthme oxygène étouffe étouffer calmer vite',
    'sos-doors': 'ferment fermer porte tarmac bloqués',
    'sos-dropped': 'tombé chute remonté trou',
    'sos-faint': 'évanouir vertige pommes tête tourne ventre boule',
    'sos-heart': 'poitrine serrée oppression crise cardiaque bat vite palpitations mourir problème',
    'sos-neighbour': 'voisine voisin crise fait panique',
    'sos-shaking': 'ça secoue bouge calmer équipage assis ceinture',
    'sos-tears': 'tremble trembler mains pleurer honte',
    'sos-thoughts': 'fou folle contrôle calmer vite boucle distraire',
    'sos-unreal': 'irréel irréalité déréalisation détaché rêve fou',
    'sos-urge-to-leave': 'hurler courir porte descendre sortir coincé',
    'take-off-long': 'pire',
    'take-off-minute-by-minute': 'interrompu pire panne',
    'the-air-in-the-cabin':
      'ouvrir porte poignée oxygène manque oreilles mal bouchées bébé asthme cœur problème étouffe dépressurisation',
    'the-door-closes': 'ferment fermer ferme hurler',
    'the-drive-home': 'épuisée épuisé fatigue',
    'the-morning-of': 'manger avaler diarrhée stress boule ventre',
    'the-night-before': 'demain dormir dors insomnie',
    'the-seat-next-to-yours': 'honteux prévenir hôtesse steward équipage dire honte regard',
    'the-sleepless-week':
      'semaine semaines mois déjà cauchemar cauchemars rêve rêvé prévisions flightradar regarder journée stress boule ventre arrête pense penser boucle',
    'the-things-we-grip':
      'besoin contrôler contrôle porte-bonheur porte bonheur rituel prier boire verre surveiller surveille aile accoudoir serre écoute flightradar prévisions distraire distraction hôtesse inquiète visage alcool',
    'the-toilet-on-board': 'pipi vessie envie diarrhée temps',
    'the-way-back': 'retour gâchées gâche vacances',
    'the-what-if-voice':
      'mauvais mourir mort orphelins laisser enfants attentat terroriste détournement bombe',
    'thoughts-like-weather': 'mourir boucle tournent images crash pense',
    'through-the-airport': 'aéroport foule contrôle sécurité attente porte embarquement',
    'tonight-crashing':
      'mourir mort pressentiment signe rêve rêvé crash images attentat terroriste détournement bombe orphelins statistiques',
    'tonight-panicking': 'fou folle contrôle hurler descendre',
    turboprops: 'petit atr',
    'weather-and-ice':
      'vent vents fort travers rafales brouillard neige givre dégivrage dégivrer orage tempête arrivée foudre atterrir nuages',
    'what-ears-and-stomach-feel': 'tomber estomac remonte oreilles mal transports',
    'what-fear-does-in-the-body':
      'manger boule ventre diarrhée stress tremble poitrine serrée vient origine cardiaque',
    'what-the-wing-does':
      'casser casse retourner retourne bouger bougent bouge plie plier secoue nuages durent dure durée temps dangereux tomber blessés équipage assis assied attachez ceinture ceintures allumée voyant pourquoi',
    'when-fear-comes-back': 'soudain coup avant guérir',
    'when-the-plane-drops': 'retourner nuages bouge dangereux',
    'where-sounds-come-from':
      'bip ding sonnerie scie aboiement chien boum choc plancher dessous airbus train cloche cabine',
    'who-looks-after-the-aircraft':
      'vieux vieil âge boeing 737 max airbus vérifie vérifier contrôle entretien entretenu panne confiance',
    'why-the-engines-go-quiet': 'tomber baissent baisse bruit change coupe puissance',
    'a-larger-body': 'grosse obèse surpoids rallonge',
    'a-passenger-very-ill': 'meurt décès cadavre médecin passager',
    'a-type-in-the-news': '737 max boeing arrachée modèle',
    'blind-or-low-vision': 'aveugle malvoyant guide canne',
    'drones-and-lost-gps': 'drone gps brouillé brouillage guerre russie',
    'heights-step-by-step': 'acrophobie peur hauteurs ponts échelle',
    'when-a-loved-one-flies':
      'mari femme fils fille mère père parents copain copine ami atterrissage attends flightradar sans moi',
    'flying-in-grief': 'enterrement obsèques décès deuil cendres urne',
    'getting-out': 'évacuer évacuation toboggan amerrir amerrissage noyer noyade nager gilet',
    'someone-who-means-harm':
      'bombe attentat terroriste terroristes terrorisme détourné détournement suicide germanwings exprès',
    'a-severe-allergy': 'cacahuète cacahuètes allergique épipen',
    'diabetes-heart-or-lungs': 'diabétique pompe capteur stimulateur bpco',
    'with-a-wheelchair': 'fauteuil roulant handicapé handicapée',
  },
};
