import { describe, expect, it } from 'vitest';
import { PRACTISED_SOUNDS } from '#shared/rules/sound-practice.ts';
import { FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import en from '#web/locales/en/sounds.json' with { type: 'json' };
import fr from '#web/locales/fr/sounds.json' with { type: 'json' };
import { CABIN_SENSATIONS, hasCrewAdvice } from './cabin-sounds.ts';
import { type SearchableSound, searchSoundKeys } from './sound-search.ts';

const list = (texts: Record<string, Omit<SearchableSound, 'key'>>): SearchableSound[] =>
  Object.entries(texts).map(([key, text]) => ({ key, ...text }));
const LISTS = { en: list(en.of), fr: list(fr.of) };

// As flyers type them: in sentences, with mistakes, by another word than ours.
const SEARCHES: Readonly<Record<keyof typeof LISTS, readonly [string, string][]>> = {
  en: [
    ['why is there a dog barking under the floor', 'ptu'],
    ['sawing nois', 'ptu'],
    ['engines went quiet after take off', 'power_back'],
    ['it feels like we are falling', 'drop_feel'],
    ['loud thump after takeoff', 'gear_up'],
    ['white smoke from the celing', 'mist'],
    ['smell of petrol', 'smell_fuel'],
    ['smells like old socks', 'smell_socks'],
    ['smel of burning', 'smell_oven'],
    ['the wing is bending', 'wing_bend'],
    ['wing flaping', 'wing_bend'],
    ['two dings', 'chime_double'],
    ['ding dong', 'chime_double'],
    ['roar after landing', 'reverse'],
    ['lights flickered', 'lights_blink'],
    ['my ears hurt', 'ears'],
    ['lightning hit us', 'static_discharge'],
    ['toilet loud', 'toilet_flush'],
    ['we are going up again instead of landing', 'go_around_sound'],
    ['flying sideways', 'crab'],
    ['air pocket', 'drop_feel'],
    ['whirring in the wing', 'flaps_out'],
    ['panels up on the wing', 'spoilers_air'],
    ['propeler throbbing', 'prop_drone'],
    ['orange liquid on the window', 'deice_spray'],
  ],
  fr: [
    ['un chien qui aboit sous mes pieds', 'ptu'],
    ['bruit de scie', 'ptu'],
    ['les moteurs se coupent apres le decollage', 'power_back'],
    ['on tombe', 'drop_feel'],
    ['trou d’air', 'drop_feel'],
    ['gros choc après le décollage', 'gear_up'],
    ['fumee blanche au plafond', 'mist'],
    ['odeur d essence', 'smell_fuel'],
    ['ca sent les chaussettes', 'smell_socks'],
    ['odeur de brulé', 'smell_oven'],
    ['l’aile plie', 'wing_bend'],
    ['l aile bouge beaucoup', 'wing_bend'],
    ['deux carillons', 'chime_double'],
    ['grondement apres l’aterrissage', 'reverse'],
    ['la lumiere clignote', 'lights_blink'],
    ['mal aux oreilles', 'ears'],
    ['la foudre nous a touchés', 'static_discharge'],
    ['bruit des toilettes', 'toilet_flush'],
    ['on remonte au lieu d’atterrir', 'go_around_sound'],
    ['on vole de travers', 'crab'],
    ['ronronnement dans l’aile', 'flaps_out'],
    ['l’avion penche', 'bank'],
    ['helice qui bat', 'prop_drone'],
    ['liquide orange sur le hublot', 'deice_spray'],
    ['freins qui grincent', 'brakes_squeal'],
  ],
};

describe.each(['en', 'fr'] as const)('“What was that?” in %s', (language) => {
  it.each(SEARCHES[language])('finds by “%s” the right one among the first three', (query, key) => {
    expect(searchSoundKeys(LISTS[language], query).slice(0, 3)).toContain(key);
  });

  it('has words for each of at least 48', () => {
    const keys = LISTS[language].map(({ key }) => key);
    expect(keys).toEqual(CABIN_SENSATIONS.map(({ key }) => key));
    expect(keys.length).toBeGreaterThanOrEqual(48);
  });
});

describe('what is met', () => {
  it('can be practised where it sounds like no other', () => {
    const sounds = PRACTISED_SOUNDS.map(
      (name) => CABIN_SENSATIONS.find(({ key }) => key === name)?.sound ?? null,
    );
    expect(sounds).not.toContain(null);
    expect(new Set(sounds).size).toBe(PRACTISED_SOUNDS.length);
  });

  it('names the crew where the catalogue does', () => {
    const told = CABIN_SENSATIONS.filter(({ key }) => hasCrewAdvice(key)).map(({ key }) => key);
    const keys = Object.entries(en.of).flatMap(([key, text]) => ('crew' in text ? [key] : []));
    expect(told.toSorted()).toEqual(keys.toSorted());
  });

  it('is something in every phase', () => {
    const met = new Set(CABIN_SENSATIONS.flatMap(({ phases }) => phases));
    expect(FLIGHT_PHASES.filter((phase) => !met.has(phase))).toEqual([]);
  });

  it('is nothing where nothing telling is typed', () => {
    expect(searchSoundKeys(LISTS.en, '  what was that?! ')).toEqual([]);
    expect(searchSoundKeys(LISTS.en, 'zzzzqqq')).toEqual([]);
  });
});
