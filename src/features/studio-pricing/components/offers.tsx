import { useState } from 'react';
import type { StudioOffer } from '#shared/contract/pricing.ts';
import { parseDateTimeField, formatDateTimeField } from '#web/features/admin/model.ts';
import { now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { getOfferStatus } from '../model.ts';
import { useChangeOfferEnd } from '../queries.ts';

/** Returns a function that names an offer by its discount and its plan. */
function useDescribeOffer() {
  const { t, i18n } = useTranslation(['studio-pricing', 'billing']);
  return (offer: Pick<StudioOffer, 'plan' | 'percentOff' | 'amountOffMinor' | 'currency'>) => {
    const { plan, percentOff, amountOffMinor, currency } = offer;
    const off =
      currency === null || amountOffMinor === null
        ? `${percentOff ?? 0}\u00a0%`
        : formatMoney(amountOffMinor, currency, i18n.language);
    return t('studio-pricing:offers.name', { off, plan: t(`billing:plans.${plan}`) });
  };
}

/** Lists the price offers in the given order; each that is open or still to come has a button that ends it. */
export function OfferList({ offers }: { offers: readonly StudioOffer[] }) {
  const { t } = useTranslation('studio-pricing');
  const [ended, setEnded] = useState<string | null>(null);
  const offer = offers.find(({ id }) => id === ended);
  if (offers.length === 0) return <p className="text-ink-2">{t('offers.none')}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {offers.map((one) => (
          <Offer key={one.id} offer={one} onEnd={() => setEnded(one.id)} />
        ))}
      </ul>
      {offer && <EndDialog key={offer.id} offer={offer} onClose={() => setEnded(null)} />}
    </>
  );
}

function Offer({ offer, onEnd }: { offer: StudioOffer; onEnd: () => void }) {
  const { t, i18n } = useTranslation('studio-pricing');
  const describe = useDescribeOffer();
  const standing = getOfferStatus(offer, now());
  const formatAt = (at: string) => formatDateTime(new Date(at), i18n.language);
  return (
    <li className="grid gap-x-8 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div>
        <p className={standing === 'over' ? 'text-ink-2' : 'font-medium'}>{describe(offer)}</p>
        <p className="text-sm text-ink-2">
          {t(`offers.standing.${standing}`)} ·{' '}
          {t('offers.period', { from: formatAt(offer.startsAt), until: formatAt(offer.endsAt) })} ·{' '}
          {t(`offers.audience.${offer.audience}`)} ·{' '}
          {t('offers.uses', { count: offer.usesPerPerson })} ·{' '}
          {t('offers.taken', { count: offer.timesUsed })}
        </p>
      </div>
      {standing !== 'over' && (
        <Button variant="quiet" className="justify-self-start" onClick={onEnd}>
          {t('offers.end.open')}
        </Button>
      )}
    </li>
  );
}

function EndDialog({ offer, onClose }: { offer: StudioOffer; onClose: () => void }) {
  const { t } = useTranslation(['studio-pricing', 'ui']);
  const describe = useDescribeOffer();
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const end = useChangeOfferEnd();
  const [until, setUntil] = useState(() => formatDateTimeField(offer.endsAt));
  const isToCome = getOfferStatus(offer, now()) === 'to_come';
  const endAt = (endsAt: string | null) =>
    end.mutate(
      { id: offer.id, endsAt, was: offer.endsAt },
      {
        onSuccess: () => {
          toast({ title: t('studio-pricing:saved') });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={describe(offer)}
      actions={
        <>
          <Button
            busy={end.isPending}
            disabled={until === '' || until === formatDateTimeField(offer.endsAt)}
            onClick={() => endAt(parseDateTimeField(until))}
          >
            {t('ui:actions.save')}
          </Button>
          <Button variant="secondary" busy={end.isPending} onClick={() => endAt(null)}>
            {t(isToCome ? 'studio-pricing:offers.end.takeBack' : 'studio-pricing:offers.end.now')}
          </Button>
        </>
      }
    >
      <TextField
        type="datetime-local"
        label={t('studio-pricing:offers.fields.endsAt')}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      {end.error && (
        <div className="mt-4">
          <Notice tone="refusal">{describeError(end.error)}</Notice>
        </div>
      )}
    </Dialog>
  );
}
