import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#shared/contract/flights.ts';
import { useFlights } from '#web/features/flights/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { needTexts } from '#web/lib/i18n.ts';
import { late } from '#web/ui/late.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Section } from '#web/ui/page.tsx';

type Part = ComponentType<{ flights: readonly Flight[] }>;

/** A part that comes with its words after the page; one that cannot come is left out. */
const part = (load: () => Promise<Part>) =>
  late(async () => {
    const [found] = await Promise.all([load(), needTexts('steps')]);
    return found;
  });
const Note = part(() => import('./ledger-note.tsx').then((m) => m.LedgerNote));
const List = part(() => import('./ledger.tsx').then((m) => m.Ledger));

/** The question around a flight, for somebody who has or had one. */
export function LateNote() {
  const { data } = useFlights();
  if (!data || data.items.length === 0) return null;
  return <Note flights={data.items} />;
}

/** The ledger of flights, once they are known; where they can't be had, another try. */
export function LateLedger() {
  const { t } = useTranslation('flights');
  const sentence = useErrorSentence();
  const { data, error, refetch } = useFlights();
  if (!data && error)
    return (
      <Section>
        <NotLoaded title={t('failed')} retry={() => void refetch()}>
          {sentence(error)} {t('failedSafe')}
        </NotLoaded>
      </Section>
    );
  if (!data) return null;
  return <List flights={data.items} />;
}
