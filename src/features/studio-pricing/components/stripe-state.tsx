import type { StripeCheck } from '#shared/contract/pricing.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useStripeState } from '../queries.ts';

/** How Stripe is set up, each with what to do about it, and whether its events come. */
export function StripeStateSection() {
  const { t, i18n } = useTranslation(['studio-pricing', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useStripeState();
  return (
    <Section title={t('studio-pricing:stripe.title')}>
      {error && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={3} shape="line" label={t('ui:loading')} />}
      {data && (
        <>
          {data.missed > 0 && (
            <div className="mb-4">
              <Notice tone="refusal" title={t('studio-pricing:stripe.missedTitle')}>
                {t('studio-pricing:stripe.missed', { count: data.missed })}
              </Notice>
            </div>
          )}
          <p className="mb-4 max-w-prose text-ink-2">
            {data.lastEventAt
              ? t('studio-pricing:stripe.lastEvent', {
                  date: formatDateTime(new Date(data.lastEventAt), i18n.language),
                })
              : t('studio-pricing:stripe.noEvent')}
          </p>
          <ul className="divide-y divide-line border-y border-line empty:hidden">
            {data.checks.toSorted(compareUrgency).map((check) => (
              <StripeCheckRow key={check.name} check={check} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const URGENCY: StripeCheck['state'][] = ['to_do', 'unread', 'by_hand', 'ok'];
const compareUrgency = (a: StripeCheck, b: StripeCheck) =>
  URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state);

function StripeCheckRow({ check: { name, state, detail } }: { check: StripeCheck }) {
  const { t } = useTranslation('studio-pricing');
  return (
    <li className="py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t(`stripe.checks.${name}.title`)}</span>
        <span className={state === 'to_do' ? 'text-refusal' : 'text-ink-2'}>
          {t(`stripe.states.${state}`)}
        </span>
      </p>
      {state !== 'ok' && (
        <p className="mt-1 max-w-prose text-ink-2">{t(`stripe.checks.${name}.mend`)}</p>
      )}
      {detail && <p className="mt-1 font-mono text-sm wrap-anywhere">{detail}</p>}
    </li>
  );
}
