import type { Dashboard } from '#shared/contract/dashboard.ts';
import { isReasonCode } from '#shared/rules/recommendation.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Says in a sentence why a session is recommended; nothing for a code that this version does not know. */
export function RecommendationReason({
  reason: { code, area },
}: {
  reason: Dashboard['recommendations'][number]['reason'];
}) {
  const { t } = useTranslation(['reasons', 'common']);
  if (!isReasonCode(code)) return null;
  return t(`reasons:${code}`, { area: area ? t(`common:areaInSentence.${area}`) : '' });
}
