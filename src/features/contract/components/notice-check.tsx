import { Link } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNoticeFormatters } from '../hooks/use-notice-formats.ts';
import {
  isPassEndingAtOnce,
  isWithdrawalWithoutRefund,
  type ContractNoticeDraft,
} from '../model.ts';
import type { useSendContractNotice } from '../queries.ts';

/**
 * What is about to be declared, with the button that does it. `pass` is the contract it is about, where the page knows
 * it.
 */
export function ContractNoticeConfirmation({
  draft,
  pass,
  also,
  others,
  send,
  onChoose,
  onChange,
  onLeave,
}: {
  draft: ContractNoticeDraft;
  pass: OwnPass | null;
  /** What ends with it. */
  also: readonly OwnPass[];
  /** What it could be about instead. */
  others: readonly OwnPass[];
  send: ReturnType<typeof useSendContractNotice>;
  onChoose: (pass: OwnPass) => void;
  onChange: () => void;
  /** Leaves a renewed year at once instead. */
  onLeave: () => void;
}) {
  const { t } = useTranslation(['contract', 'billing']);
  const { formatDay, formatRefund } = useNoticeFormatters();
  const form = useForm({
    initial: { reason: '' },
    request: send,
    onSubmit: ({ reason }) => send.mutate({ ...draft, reason, passId: pass?.id ?? null }),
  });
  const { kind, name, email } = draft;
  const describe = ({ plan, startsAt }: OwnPass) =>
    plan && t('contract:pass', { plan: t(`billing:plans.${plan}`), date: formatDay(startsAt) });
  const contract = pass?.plan
    ? [pass, ...also].map(describe).join('; ')
    : draft.reference.trim() || t('contract:unnamed');
  const values = { date: formatDay(pass?.periodEnd ?? null), amount: formatRefund(pass, kind) };
  const happens = kind === 'end' && pass && isPassEndingAtOnce(pass) ? 'happensNow' : 'happens';
  const describeNext = (concerned: OwnPass) => {
    if (kind === 'end') return t(`contract:end.${happens}`, values);
    if (isWithdrawalWithoutRefund(kind, concerned)) return t('contract:withdraw.happensFree');
    return t(`contract:${kind}.happens`, values);
  };
  const next = pass ? describeNext(pass) : t(`contract:${kind}.later`);
  const rows = [
    [t('contract:name'), name],
    [t('contract:email'), email],
    [t('contract:contract'), contract],
    [t('contract:next'), next],
  ];
  return (
    <form {...form.props} className="grid gap-6">
      <section aria-labelledby="notice-check">
        <h2 id="notice-check" className="text-xl">
          {t('contract:check')}
        </h2>
        <p className="mt-1 text-ink-2">{t('contract:checkLead')}</p>
        <dl className="mt-4 grid gap-3 border-y border-line py-4">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {kind === 'end' && pass && pass.leaveMinor > 0 && (
        <Notice
          actions={
            <Button variant="quiet" className="px-2" onClick={onLeave}>
              {t('contract:leave.open')}
            </Button>
          }
        >
          {t('contract:leave.offer', { amount: formatRefund(pass, 'leave') })}
        </Notice>
      )}
      {kind === 'end' && (
        <TextArea
          {...form.bindInput('reason')}
          label={t('contract:reason')}
          optional={t('contract:optional')}
          rows={2}
          maxLength={500}
        />
      )}
      {form.failure && (
        <Notice
          tone="refusal"
          title={t('contract:failed')}
          actions={
            <Link href={paths.contact(paths.contract())} asChild>
              <ButtonLink variant="quiet" className="px-2">
                {t('billing:error.support')}
              </ButtonLink>
            </Link>
          }
        >
          {form.failure} {t('contract:failedText')}
        </Notice>
      )}
      <div className="grid gap-3">
        <Button type="submit" wide busy={form.isPending}>
          {t(`contract:${kind}.submit`)}
        </Button>
        {others.map((other) => (
          <Button key={other.id} variant="quiet" onClick={() => onChoose(other)}>
            {t('contract:withdraw.instead', {
              plan: t(`billing:names.${other.plan ?? 'monthly'}`),
            })}
          </Button>
        ))}
        <Button variant="quiet" onClick={onChange}>
          {t('contract:change')}
        </Button>
      </div>
    </form>
  );
}
