import type { ComponentType } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import type { CatalogueGroup } from '#shared/rules/page-parts.ts';
import { useFlights } from '#web/features/flights/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';

type LedgerComponent = ComponentType<{ flights: readonly Flight[] }>;

/** Creates a component that loads after the page, together with its texts; if loading fails it is left out. */
const createLazyLedgerComponent = (
  load: () => Promise<LedgerComponent>,
  ...others: readonly CatalogueGroup[]
) =>
  createLazyComponent(async () => {
    const words = ['practice' as const, ...others].map(loadCatalogueGroup);
    const [found] = await Promise.all([load(), ...words]);
    return found;
  });
const loadPrompt = () => import('./ledger-prompt.tsx').then((m) => m.FlightLedgerPrompt);
const LedgerPrompt = createLazyLedgerComponent(loadPrompt);
const LateLedgerPrompt = createLazyComponent(async () => {
  await waitForIdle();
  await LedgerPrompt.preload();
  return LedgerPrompt;
});
// Rehearsals stand among the flights, under the names that they have on the ladder.
const Ledger = createLazyLedgerComponent(
  () => import('./ledger.tsx').then((m) => m.FlightLedger),
  'steps',
);
const Measured = createLazyLedgerComponent(
  () => import('./ledger.tsx').then((m) => m.FlightFearComparisonsSection),
  'steps',
);

/** Loads and shows the flights among the measures of the report; nothing while there are none. */
export function LazyFlightFearComparisonsSection() {
  const { data } = useFlights();
  return data ? <Measured flights={data.items} /> : null;
}

/**
 * Loads and shows the prompt to fill in the flight ledger; nothing for people without any flight, past or future. A late
 * one, below what the page is opened for, waits until the page is idle.
 */
export function LazyLedgerPrompt({ isLate = false }: { isLate?: boolean }) {
  const { data } = useFlights();
  if (!data || data.items.length === 0) return null;
  const Prompt = isLate ? LateLedgerPrompt : LedgerPrompt;
  return <Prompt flights={data.items} />;
}

/** Loads the person's flights and shows the flight ledger, or a retry button when loading failed. */
export function LazyFlightLedger() {
  const { t } = useTranslation('flights');
  const describeError = useErrorMessage();
  const { data, error, refetch } = useFlights();
  if (!data && error)
    return (
      <Section>
        <LoadError title={t('failed')} retry={() => void refetch()}>
          {describeError(error)} {t('failedSafe')}
        </LoadError>
      </Section>
    );
  if (!data) return null;
  return <Ledger flights={data.items} />;
}
