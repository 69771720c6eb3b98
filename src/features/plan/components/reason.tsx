import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { REASON_CODES, type ReasonCode } from '#shared/rules/recommendation.ts';

const isReasonCode = (code: string): code is ReasonCode =>
  (REASON_CODES as readonly string[]).includes(code);

/** Why a session is recommended, as a sentence; unknown codes from a newer server are not shown. */
export function RecommendationReason({
  reason: { code, area },
}: {
  reason: Dashboard['recommendations'][number]['reason'];
}) {
  const { t } = useTranslation(['reasons', 'common']);
  if (!isReasonCode(code)) return null;
  return t(`reasons:${code}`, { area: area ? t(`common:areaInSentence.${area}`) : '' });
}
