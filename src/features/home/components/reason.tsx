import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { REASON_CODES, type ReasonCode } from '#shared/rules/recommendation.ts';

const isKnown = (code: string): code is ReasonCode =>
  (REASON_CODES as readonly string[]).includes(code);

/** Why a session is recommended, as a sentence; a code newer than this browser's app is left unsaid. */
export function Reason({
  reason: { code, area },
}: {
  reason: Dashboard['recommendations'][number]['reason'];
}) {
  const { t } = useTranslation(['reasons', 'common']);
  if (!isKnown(code)) return null;
  return t(`reasons:${code}`, { area: area ? t(`common:areaInSentence.${area}`) : '' });
}
