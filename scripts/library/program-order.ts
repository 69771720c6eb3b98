import { LESSON_DOSES, type LessonDose } from '#shared/rules/lesson-dose.ts';
import type { ProgramWithFaults } from './programs.ts';
import type { MeasuredSession } from './read.ts';

type Session = Pick<MeasuredSession, 'slug' | 'kind' | 'does'>;
type Program = Pick<ProgramWithFaults, 'slug' | 'lessons' | 'doses' | 'isForCompanions'>;

/** What a session does that makes it an exposure when it is a Load session. */
const EXPOSES = new Set(['scene', 'sensations', 'fast_heart']);

/** The second level of the sounds, and the first, of which one is enough: that of what is feared most. */
const SECOND_LEVEL = 'cabin-sounds-whole-flight';
const FIRST_LEVELS = ['near', 'closed', 'shaking', 'down'].map((kind) => `cabin-sounds-${kind}`);
/** What has to be gone through first, in the same program: the short form of the same scene. */
const NEEDS: Readonly<Record<string, string>> = {
  'the-door-closes-long': 'the-door-closes',
  'when-the-plane-drops-long': 'when-the-plane-drops',
  'take-off-long': 'take-off-minute-by-minute',
  'landings-long': 'landing-and-going-around',
  'on-one-engine-long': 'on-one-engine',
  'heights-long': 'heights-step-by-step',
  'no-way-off-long': 'no-way-off',
  'lights-out-long': 'lights-out-over-the-ocean',
  'when-fear-shows-long': 'when-fear-shows',
};

/**
 * Holds programs to their climb (docs/decisions/121-dose.md): returns a line for each exposure without a dose, for each
 * program whose doses first come in another order than sound, scene, long form, another setting, and for each that has a
 * scene without sounds before it or without a long form or another setting after it, and for each second level without the
 * first before it. Programs for people who are not
 * afraid have no exposures.
 */
export function findDoseOrderFaults(
  sessions: readonly Session[],
  programs: readonly Program[],
): string[] {
  const exposures = new Set(
    sessions
      .filter(({ kind, does }) => kind === 'load' && does?.some((one) => EXPOSES.has(one)))
      .map(({ slug }) => slug),
  );
  return programs
    .filter(({ isForCompanions }) => !isForCompanions)
    .flatMap((program) => {
      const place = `content/programs/${program.slug}/program.json`;
      const undosed = program.lessons.filter(
        (lesson, index) => exposures.has(lesson) && program.doses[index] == null,
      );
      return [
        ...undosed.map((lesson) => `${place}: ${lesson} exposes, and says no dose`),
        ...listUnprepared(program.lessons).map((fault) => `${place}: ${fault}`),
        ...describeOrder(program.doses).map((fault) => `${place}: ${fault}`),
      ];
    });
}

const listUnprepared = (lessons: readonly string[]) =>
  lessons.flatMap((lesson, index) => {
    const before = new Set(lessons.slice(0, index));
    const first = lesson === SECOND_LEVEL ? FIRST_LEVELS : [NEEDS[lesson] ?? []].flat();
    return first.length === 0 || first.some((one) => before.has(one))
      ? []
      : [`${lesson} needs ${first.join(' or ')} before it`];
  });

function describeOrder(doses: readonly (LessonDose | null)[]): string[] {
  const first = LESSON_DOSES.filter((dose) => doses.includes(dose)).map((dose) =>
    doses.indexOf(dose),
  );
  const faults: string[] = [];
  if (first.some((place, index) => place < (first[index - 1] ?? 0)))
    faults.push(`its doses do not climb: ${doses.filter((dose) => dose !== null).join(', ')}`);
  if (!doses.includes('scene')) return faults;
  if (!doses.includes('sound')) faults.push('no sound comes before its scene');
  const after = doses.slice(doses.indexOf('scene'));
  if (!after.includes('long') && !after.includes('elsewhere'))
    faults.push('neither a long form nor another setting comes after its scene');
  return faults;
}

/**
 * Returns a line for each session that stands in no program and is not accounted for in `reasons` (docs/standing-alone.md),
 * and for each that is in both.
 */
export function findSessionPlacementFaults(
  sessions: readonly Session[],
  programs: readonly Program[],
  reasons: string,
): string[] {
  const placed = new Set(programs.flatMap(({ lessons }) => lessons));
  return sessions.flatMap(({ slug }) => {
    const isExplained = reasons.includes(`\`${slug}\``);
    if (isExplained === placed.has(slug))
      return [
        isExplained
          ? `docs/standing-alone.md: ${slug} stands in a program`
          : `content/sessions/${slug}: in no program, and docs/standing-alone.md does not say why`,
      ];
    return [];
  });
}
