import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import type { ContractNoticeKind } from '#shared/contract/contract-notices.ts';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { WithdrawableGifts } from '#web/features/billing/components/bought-gift.tsx';
import { willPassChargeAgain } from '#web/features/billing/model.ts';
import { useOwnPass } from '#web/features/billing/queries.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useFocusHeadingOnStepChange } from '#web/lib/step-focus.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { ContractNoticeConfirmation } from './components/notice-check.tsx';
import { ContractNoticeForm } from './components/notice-form.tsx';
import { ContractNoticeReceipt } from './components/notice-received.tsx';
import {
  findPassForContractNotice,
  listContracts,
  listOtherWithdrawablePasses,
  type ContractNoticeDraft,
} from './model.ts';
import { useSendContractNotice } from './queries.ts';

/**
 * Where a contract is ended, or withdrawn from, in every account state: the details, what will happen, and the
 * confirmation that it was received. A signed-in person who has a contract has only to confirm.
 */
export default function ContractNoticePage() {
  const { t } = useTranslation(['contract', 'billing']);
  const search = new URLSearchParams(useSearch());
  const initialKind = search.has('withdraw') ? 'withdraw' : 'end';
  usePageTitle(t(`contract:${initialKind}.title`));
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  const own = useOwnPass(profile?.onboardingComplete === true);
  if (own.isLoading)
    return (
      <Page narrow>
        <PageHeading title={t(`contract:${initialKind}.title`)} />
        <SkeletonList count={3} shape="line" label={t('billing:loading')} />
      </Page>
    );
  return (
    <Steps
      key={initialKind}
      initialKind={initialKind}
      profile={profile}
      passes={own.data ? listContracts(own.data, search.get('withdraw')) : []}
    />
  );
}

function Steps({
  initialKind,
  profile,
  passes,
}: {
  initialKind: ContractNoticeKind;
  profile: User | undefined;
  passes: readonly OwnPass[];
}) {
  const { t } = useTranslation(['contract', 'billing']);
  const [draft, setDraft] = useState<ContractNoticeDraft>({
    kind: initialKind,
    name: profile?.name ?? '',
    email: profile?.email ?? '',
    reference: '',
  });
  // The passes as they were when the page was opened: after the notice they are others.
  const [opened, setOpened] = useState(passes);
  const [shown] = opened;
  const found = findPassForContractNotice(draft.kind, opened);
  const [isChecking, setChecking] = useState(
    findPassForContractNotice(initialKind, opened) !== null,
  );
  const send = useSendContractNotice();
  useFocusHeadingOnStepChange(send.data ? 'received' : isChecking ? 'check' : 'write');
  if (send.data) return <ContractNoticeReceipt draft={draft} pass={found} reply={send.data} />;
  const gifts = draft.kind === 'withdraw' && profile?.onboardingComplete && <WithdrawableGifts />;
  const ends = draft.kind === 'end' && shown?.source === 'subscription' && !shown.renews;
  return (
    <Page narrow className="max-w-xl">
      <PageHeading
        title={t(`contract:${draft.kind}.title`)}
        lead={t(`contract:${draft.kind}.lead`)}
      />
      <LazyNetworkNotice what="payment" />
      {!found && gifts}
      {isChecking ? (
        <ContractNoticeConfirmation
          draft={draft}
          pass={found}
          also={
            draft.kind === 'end'
              ? opened.filter((one) => one !== found && willPassChargeAgain(one))
              : []
          }
          others={draft.kind === 'withdraw' ? listOtherWithdrawablePasses(opened, found) : []}
          send={send}
          onChoose={(pass) => setOpened([pass, ...opened.filter((one) => one !== pass)])}
          onChange={() => setChecking(false)}
          onLeave={() => setDraft({ ...draft, kind: 'leave' })}
        />
      ) : (
        <ContractNoticeForm
          draft={draft}
          endsOn={ends && shown.isActive ? shown.periodEnd : null}
          onWrite={setDraft}
          onGoOn={() => setChecking(true)}
        />
      )}
      {found && gifts}
    </Page>
  );
}
