import { useTranslation } from 'react-i18next';
import { isOptionalDetail, type Operator, OPERATOR_DETAILS } from '#shared/rules/operator.ts';

/**
 * Who runs this server. What they have not said is marked, or left out where it may be missing. In a prerendered page
 * the server writes it in (server/pages/operator.ts).
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
            hidden={value === null && isOptionalDetail(detail)}
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
