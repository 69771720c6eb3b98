import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { RehearsalDoseName } from '#shared/rules/rehearsal-dose.ts';
import type {
  ExposureMaterial,
  ExposurePictureName,
  ExposureSoundName,
} from '#shared/rules/ladder.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Returns a function that names a step of the ladder: in the person's own words, else in those of the catalogue. */
export function useFormatStepName() {
  const { t } = useTranslation(['ladder', 'areas']);
  return (step: { area: FearArea; material: ExposureMaterial; words: string | null }): string => {
    const { area, material, words } = step;
    if (words !== null) return words;
    const picture = findStepPicture(material);
    if (picture) return t(`ladder:picture.${picture}`);
    const sound = findStepSound(material);
    if (sound) return t(`ladder:sound.${sound}`);
    const rehearsal = findStepRehearsalDose(material);
    if (rehearsal) return t(`ladder:rehearsal.${rehearsal}`);
    if (material === 'small' || material === 'large') return t(`ladder:${material}.${area}`);
    return t('ladder:sceneStep', { area: t(`areas:${area}`) });
  };
}

/** Returns the picture that a step of the ladder shows; null for a step of another kind. */
export function findStepPicture(material: ExposureMaterial): ExposurePictureName | null {
  return material.startsWith('picture.')
    ? (material.slice('picture.'.length) as ExposurePictureName)
    : null;
}

/** Returns the sound that a step of the ladder plays; null for a step of another kind. */
export function findStepSound(material: ExposureMaterial): ExposureSoundName | null {
  return material.startsWith('sound.')
    ? (material.slice('sound.'.length) as ExposureSoundName)
    : null;
}

/** Returns the dose of a flight that a step of the ladder rehearses; null for a step of another kind. */
export function findStepRehearsalDose(
  material: ExposureMaterial,
): RehearsalDoseName | 'own' | null {
  return material.startsWith('rehearsal.')
    ? (material.slice('rehearsal.'.length) as RehearsalDoseName | 'own')
    : null;
}

/**
 * Returns the word that names the kind of a ladder step in translation keys: `picture`, `sound` or `rehearsal` when its material is
 * one, otherwise the material itself, which is then `scene`, `small`, `large` or `own`.
 */
export function getStepKindKey(material: ExposureMaterial) {
  if (findStepPicture(material)) return 'picture';
  if (findStepSound(material)) return 'sound';
  if (findStepRehearsalDose(material)) return 'rehearsal';
  return material as 'scene' | 'small' | 'large' | 'own';
}
