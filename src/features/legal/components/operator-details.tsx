import {
  isOptionalOperatorDetail,
  type Operator,
  OPERATOR_DETAILS,
} from '#shared/rules/operator.ts';
import { useTranslation } from '#web/lib/translation.ts';

/**
 * Who runs this server. A detail that is not set is marked as missing, or left out if it is optional. In a prerendered
 * page the server fills it in (server/pages/operator.ts).
 */
export function OperatorDetails({ operator }: { operator?: Operator | undefined }) {
  const { t } = useTranslation('legal');
  return (
    <dl>
      {OPERATOR_DETAILS.map((detail) => {
        const value = operator?.[detail] ?? null;
        return (
          <div
            key={detail}
            data-operator={detail}
            hidden={value === null && isOptionalOperatorDetail(detail)}
            className="mt-2 flex flex-wrap gap-x-3"
          >
            <dt className="text-ink-2">{t(`operator.${detail}`)}</dt>
            <dd>
              {value ?? (
                <mark className="rounded bg-notice-ground px-1 text-notice">
                  {t('operator.missing')}
                </mark>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
