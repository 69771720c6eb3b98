import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Plan } from '#shared/contract/plan.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { findInstallMethod } from '#web/lib/install-offer.ts';
import { now } from '#web/lib/clock.ts';
import { useIsOnline } from '#web/lib/device.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { Icon } from '#web/ui/icons.tsx';
import {
  runAndStoreFlightPackCheck,
  findLastPackCheck,
  downloadFlightPack,
} from '../engine/pack.ts';
import { isPackCheckDue, type FlightPackCheckResult, type FlightPackItem } from '../model.ts';

const CHECK_KEY = ['flight-pack'];
/** How many missing things are named. */
const NAMED = 5;

/**
 * Shows whether everything that the next flight needs is on this device, tested with the network refused, and offers to
 * download what is missing. Tests by itself when a test is due.
 */
export function FlightPackCheck({ plan }: { plan: Plan }) {
  const { t } = useTranslation('offline');
  const { data: last } = useQuery({
    queryKey: CHECK_KEY,
    queryFn: findLastPackCheck,
    staleTime: 0,
  });
  const { prepare, check, step } = usePack(plan);
  const daysLeft = plan.days[0]?.daysUntil ?? null;
  const isDue =
    last !== undefined && daysLeft !== null && isPackCheckDue(last, daysLeft, now().getTime());
  const { mutate: checkNow, isIdle } = check;
  useEffect(() => {
    if (isDue && isIdle) checkNow();
  }, [isDue, isIdle, checkNow]);
  const isOnline = useIsOnline();
  if (plan.flight === null || last === undefined || !navigator.serviceWorker?.controller)
    return null;
  const isBusy = prepare.isPending || check.isPending;
  const isReady = last !== null && last.missing.length === 0;
  return (
    <section aria-labelledby="flight-pack" className="mb-8 rounded-2xl bg-sunk px-5 py-4">
      <h2 id="flight-pack" className="text-xl">
        {t('pack.title')}
      </h2>
      <output className="mt-1 block max-w-prose">
        {last === null ? <p className="text-ink-2">{t('pack.lead')}</p> : <Outcome check={last} />}
      </output>
      {findInstallMethod() === 'by_hand' && (
        <p className="mt-1 max-w-prose text-sm text-ink-2">
          {t('pack.sevenDays', { name: PRODUCT_NAME })}
        </p>
      )}
      {prepare.isError && <p className="mt-2 text-notice">{t('pack.failed')}</p>}
      {isBusy ? (
        <div className="mt-3 max-w-sm">
          <ProgressBar value={step.done} max={step.of} label={t('pack.checking')} />
          <p className="mt-1 text-sm text-ink-2">
            {t(step.of > 0 ? 'pack.checking' : 'pack.fetching')}
          </p>
        </div>
      ) : (
        <Button
          variant={isReady ? 'quiet' : 'secondary'}
          className={isReady ? 'px-0' : 'mt-3'}
          disabled={!isOnline && !isReady}
          onClick={() => (isReady ? check : prepare).mutate()}
        >
          {t(isReady ? 'pack.again' : last === null ? 'pack.prepare' : 'pack.mend')}
        </Button>
      )}
    </section>
  );
}

/** Says what a check found, and when it was. */
function Outcome({ check: { missing, sessions, atMs } }: { check: FlightPackCheckResult }) {
  const { t, i18n } = useTranslation('offline');
  const when = formatDateTime(new Date(atMs), i18n.language);
  if (missing.length === 0)
    return (
      <p className="flex items-start gap-2">
        <Icon name="check" className="mt-1 size-5 shrink-0 text-flow" />
        <span>{t('pack.ready', { count: sessions, when })}</span>
      </p>
    );
  return (
    <>
      <p>{t('pack.missing', { count: missing.length, when })}</p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {missing.slice(0, NAMED).map((item) => (
          <MissingItem key={getItemKey(item)} item={item} />
        ))}
        {missing.length > NAMED && <li>{t('pack.more', { count: missing.length - NAMED })}</li>}
      </ul>
    </>
  );
}

const getItemKey = (item: FlightPackItem) =>
  item.kind === 'session' ? item.id : item.kind === 'page' ? item.page : item.kind;

function MissingItem({ item }: { item: FlightPackItem }) {
  const { t } = useTranslation('offline');
  return (
    <li>
      {item.kind === 'session'
        ? item.title
        : t(item.kind === 'page' ? `pack.pages.${item.page}` : 'pack.app')}
    </li>
  );
}

/** What can be done with the pack; `step` says how far the check is. */
function usePack(plan: Plan) {
  const { i18n } = useTranslation();
  const { id } = useProfile();
  const queryClient = useQueryClient();
  const [step, setStep] = useState({ done: 0, of: 0 });
  const onSettled = () => {
    setStep({ done: 0, of: 0 });
    return queryClient.invalidateQueries({ queryKey: CHECK_KEY });
  };
  const runCheck = () => runAndStoreFlightPackCheck(plan, (done, of) => setStep({ done, of }));
  const check = useMutation({ mutationFn: runCheck, onSettled });
  const prepare = useMutation({
    mutationFn: async () => {
      await downloadFlightPack(plan, id, i18n.language);
      return runCheck();
    },
    onSettled,
  });
  return { check, prepare, step };
}
