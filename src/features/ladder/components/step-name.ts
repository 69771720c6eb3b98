import { useTranslation } from 'react-i18next';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { Material, Picture, Sound } from '#shared/rules/ladder.ts';

/** What a step is called: the person's words, else those of the catalogue. */
export function useStepName() {
  const { t } = useTranslation(['ladder', 'assessment']);
  return (step: { area: FearArea; material: Material; words: string | null }): string => {
    const { area, material, words } = step;
    if (words !== null) return words;
    const picture = pictureOf(material);
    if (picture) return t(`ladder:picture.${picture}`);
    const sound = soundOf(material);
    if (sound) return t(`ladder:sound.${sound}`);
    if (material === 'small' || material === 'large') return t(`ladder:${material}.${area}`);
    return t('ladder:sceneStep', { area: t(`assessment:areas.${area}.name`) });
  };
}

/** The picture of a step, if it is one. */
export function pictureOf(material: Material): Picture | null {
  return material.startsWith('picture.') ? (material.slice('picture.'.length) as Picture) : null;
}

/** The sound of a step, if it is one. */
export function soundOf(material: Material): Sound | null {
  return material.startsWith('sound.') ? (material.slice('sound.'.length) as Sound) : null;
}

/** What sort of step it is, as the key of its name. */
export function kindOf(material: Material) {
  if (pictureOf(material)) return 'picture';
  if (soundOf(material)) return 'sound';
  return material as 'scene' | 'small' | 'large' | 'own';
}
