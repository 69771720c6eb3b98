import { useState } from 'react';
import type { PersonDetails } from '#shared/contract/people.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type PassOfPerson, usePassesOfPerson, useRevokePass } from '../queries.ts';
import { GrantPassDialog } from './grant-pass.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { isPassRefundable, RefundAndEndPassDialog } from './refund-pass.tsx';

/**
 * All passes of a person, with buttons to grant one, to revoke a granted one, and to refund and end a bought one.
 */
export function PersonPasses({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('studio-people');
  const { data, error, refetch } = usePassesOfPerson(person.id);
  const [isGranting, setGranting] = useState(false);
  const [revoked, setRevoked] = useState<PassOfPerson | null>(null);
  const [refunded, setRefunded] = useState<PassOfPerson | null>(null);
  return (
    <Section
      title={t('passes.title')}
      action={
        <Button variant="quiet" onClick={() => setGranting(true)}>
          {t('grant.open')}
        </Button>
      }
    >
      <LoadState data={data} error={error} refetch={refetch} />
      {data?.passes.length === 0 && <p className="text-ink-2">{t('passes.none')}</p>}
      <ul className="divide-y divide-line">
        {data?.passes.map((pass) => (
          <Pass
            key={pass.id}
            pass={pass}
            onRevoke={() => setRevoked(pass)}
            onRefund={() => setRefunded(pass)}
          />
        ))}
      </ul>
      {isGranting && <GrantPassDialog person={person} onClose={() => setGranting(false)} />}
      {revoked && (
        <RevokePass personId={person.id} pass={revoked} onClose={() => setRevoked(null)} />
      )}
      {refunded && (
        <RefundAndEndPassDialog
          personId={person.id}
          pass={refunded}
          onClose={() => setRefunded(null)}
        />
      )}
    </Section>
  );
}

function Pass({
  pass,
  onRevoke,
  onRefund,
}: {
  pass: PassOfPerson;
  onRevoke: () => void;
  onRefund: () => void;
}) {
  const { t, i18n } = useTranslation(['studio-people', 'billing']);
  const { plan, source, tier, startsAt, endsAt, currency, paidMinor, refundedMinor } = pass;
  const formatAt = (at: string) => formatDateTime(new Date(at), i18n.language);
  const money = (minor: number | null) =>
    minor === null || currency === null ? '' : formatMoney(minor, currency, i18n.language);
  const facts = [
    t(`studio-people:passes.source.${source}`),
    endsAt === null
      ? t('studio-people:passes.since', { from: formatAt(startsAt) })
      : t('studio-people:passes.period', { from: formatAt(startsAt), until: formatAt(endsAt) }),
    pass.renews ? t('studio-people:passes.renews') : '',
    paidMinor ? t('studio-people:passes.paid', { amount: money(paidMinor) }) : '',
    refundedMinor ? t('studio-people:passes.refunded', { amount: money(refundedMinor) }) : '',
    pass.livemode || source === 'grant' ? '' : t('studio-people:passes.test'),
    pass.providerRef ?? '',
    pass.reason ?? '',
  ].filter(Boolean);
  return (
    <li className="grid gap-x-8 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className={pass.isActive ? 'font-medium' : 'text-ink-2'}>
          {plan ? t(`billing:plans.${plan}`) : t(`studio-people:passes.tier.${tier}`)}
          {' · '}
          {t(`studio-people:passes.${getPassStanding(pass)}`)}
        </p>
        <p className="text-sm text-ink-2">{facts.join(' · ')}</p>
      </div>
      {source === 'grant' && pass.isActive && (
        <Button variant="quiet" className="justify-self-start" onClick={onRevoke}>
          {t('studio-people:revoke.open')}
        </Button>
      )}
      {isPassRefundable(pass) && (
        <Button variant="quiet" className="justify-self-start" onClick={onRefund}>
          {t('studio-people:refund.open')}
        </Button>
      )}
    </li>
  );
}

function getPassStanding({ isActive, revokedAt, withdrawnAt, status }: PassOfPerson) {
  if (revokedAt !== null) return 'revoked';
  if (withdrawnAt !== null) return 'withdrawn';
  if (status === 'past_due') return 'past_due';
  return isActive ? 'active' : 'over';
}

function RevokePass({
  personId,
  pass,
  onClose,
}: {
  personId: string;
  pass: PassOfPerson;
  onClose: () => void;
}) {
  const { t } = useTranslation('studio-people');
  const { toast } = useToast();
  const revoke = useRevokePass(personId);
  return (
    <ReasonDialog
      title={t('revoke.title')}
      text={t('revoke.text')}
      confirm={t('revoke.confirm')}
      isBusy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={(reason) =>
        revoke.mutate(
          { pass: pass.id, reason },
          {
            onSuccess: () => {
              toast({ title: t('revoke.done') });
              onClose();
            },
          },
        )
      }
    />
  );
}
