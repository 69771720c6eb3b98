import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';
import { chooseGiftNotice } from '../model.ts';
import { useBoughtGifts, useRedeemGift, useSyncPass } from '../queries.ts';
import { ActionRow } from './action-row.tsx';
import { GiftOrderForm } from './give-gift.tsx';
import { BoughtGift } from './bought-gift.tsx';

/** Where a gift is redeemed and bought, and the gifts that the person has bought. */
export function GiftsSection() {
  const { t } = useTranslation('gifts');
  const wasPaid = new URLSearchParams(useSearch()).get('gift') === 'paid';
  const describeError = useErrorMessage();
  const { data, error, refetch } = useBoughtGifts();
  const { mutate: sync, isPending } = useSyncPass();
  const [openedAt] = useState(() => new Date());
  const isAsked = useRef(false);
  useEffect(() => {
    if (!wasPaid || isAsked.current) return;
    isAsked.current = true;
    // The event may be on its way still.
    sync(undefined);
  }, [wasPaid, sync]);
  const gifts = data?.gifts ?? [];
  const notice = wasPaid && !isPending ? chooseGiftNotice(gifts, openedAt) : null;
  return (
    <section className="mt-8">
      {notice && (
        <div className="mb-6">
          <Notice>{t(notice)}</Notice>
        </div>
      )}
      <div className="border-t border-line">
        <RedeemGift />
        <GiftOrderForm />
      </div>
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {gifts.length > 0 && (
        <>
          <h2 className="mt-8 mb-2 text-lg">{t('own.title')}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {gifts.map((gift) => (
              <BoughtGift key={gift.id} gift={gift} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Redeems the code of a gift, and says from when to when its pass is valid. */
function RedeemGift() {
  const { t } = useTranslation(['gifts', 'billing']);
  const { formatDay } = usePassFormatters({ currency: null });
  const [isOpen, setOpen] = useState(false);
  const redeem = useRedeemGift();
  const form = useForm({
    initial: { code: '' },
    request: redeem,
    onSubmit: ({ code }) => {
      if (code.trim() !== '') redeem.mutate(code.trim());
    },
  });
  const given = redeem.data;
  return (
    <ActionRow
      title={t('gifts:redeem.title')}
      detail={t('gifts:redeem.detail')}
      isOpen={isOpen}
      onPress={() => setOpen(!isOpen)}
    >
      {given ? (
        <Notice>
          {t(given.endsAt === null ? 'gifts:redeem.done' : 'gifts:redeem.doneUntil', {
            plan: t(`billing:names.${given.plan}`),
            from: formatDay(given.startsAt),
            until: formatDay(given.endsAt),
          })}
        </Notice>
      ) : (
        <form {...form.props} className="grid gap-4">
          <TextField
            {...form.bindInput('code')}
            label={t('gifts:redeem.code')}
            hint={t('gifts:redeem.hint')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            error={form.faults['code'] ?? form.failure}
          />
          <Button
            type="submit"
            variant="secondary"
            className="justify-self-start"
            busy={form.isPending}
            disabled={form.draft.code.trim() === ''}
          >
            {t('gifts:redeem.submit')}
          </Button>
        </form>
      )}
    </ActionRow>
  );
}
