import { LESSON_DOSES, type LessonDose } from '#shared/rules/lesson-dose.ts';
import type { LibraryProgram } from './programs.ts';
import type { LibrarySession } from './read.ts';

type Session = Pick<LibrarySession, 'slug' | 'kind' | 'does'>;
type Program = Pick<LibraryProgram, 'slug' | 'lessons' | 'doses' | 'isForCompanions'>;

/** What a session does that makes it an exposure when it is a Load session. */
const EXPOSES = new Set(['scene', 'sensations', 'fast_heart']);

/** What has to be gone through first, in the same program: the short or easier form of the same exposure. */
const NEEDS: Readonly<Record<string, string>> = {
  'cabin-sounds-whole-flight': 'cabin-sounds-near',
  'the-door-closes-long': 'the-door-closes',
  'when-the-plane-drops-long': 'when-the-plane-drops',
  'take-off-long': 'take-off-minute-by-minute',
  'landings-long': 'landing-and-going-around',
  'on-one-engine-long': 'on-one-engine',
};

/**
 * Holds programs to their climb (docs/decisions/121-dose.md): returns a line for each exposure without a dose, for each
 * program whose doses first come in another order than sound, scene, long form, another setting, and for each that has a
 * scene without sounds before it or without a long form or another setting after it, and for each second level without the
 * first before it. Programs for people who are not
 * afraid expose nobody.
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
    const first = NEEDS[lesson];
    return first === undefined || lessons.slice(0, index).includes(first)
      ? []
      : [`${lesson} needs ${first} before it`];
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
export function findUnplacedSessions(
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
