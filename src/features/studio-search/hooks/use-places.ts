import { LETTER_NAMES } from '#shared/rules/letters.ts';
import { isRoleAdmitted } from '#shared/rules/roles.ts';
import { DEPLOYMENT_SAFETY_CHECKS } from '#shared/rules/deployment-safety-checks.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { NamedStudioPlace } from '../model.ts';

/** Lists what has a name in the studio and a place of its own: the pages given, and for admins settings and emails. */
export function usePlaces(pages: readonly NamedStudioPlace[]): NamedStudioPlace[] {
  const { t } = useTranslation(['studio-safety', 'studio-letters']);
  const { role } = useProfile();
  if (!isRoleAdmitted('admin', role)) return [...pages];
  return [
    ...pages,
    ...DEPLOYMENT_SAFETY_CHECKS.map((name) => ({
      key: `check ${name}`,
      title: t(`studio-safety:checks.${name}.title`),
      words: t(`studio-safety:checks.${name}.mend`),
      path: paths.studioSafety(),
    })),
    ...LETTER_NAMES.map((name) => ({
      key: `letter ${name}`,
      title: t(`studio-letters:when.${name}`),
      path: `${paths.admin()}?letters=${name}`,
    })),
  ];
}
