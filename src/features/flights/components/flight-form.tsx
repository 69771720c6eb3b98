import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#shared/contract/flights.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { ApiError } from '#web/lib/api.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { FieldError, TextField } from '#web/ui/field.tsx';
import { showFaults } from '#web/ui/first-fault.ts';
import { useToast } from '#web/ui/toast.tsx';
import {
  detailsOf,
  draftOf,
  faultsOf,
  type FlightDraft,
  type FlightFaults,
  returnOf,
  withZones,
} from '../model.ts';
import { useAirports, useSaveFlight } from '../queries.ts';
import { FlightDetailFields } from './flight-detail-fields.tsx';
import { ReturnFields } from './return-fields.tsx';

/** One flight: its day, and what else is known if the person likes. A past day is refused here and by the server. */
export function FlightForm({
  id,
  flight: before,
  onBusy,
  onSaved,
}: {
  id: string;
  flight: Flight | null;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation(['flights', 'errors']);
  const [typed, setDraft] = useState(() => draftOf(before));
  const [faults, setFaults] = useState<FlightFaults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const sentence = useErrorSentence();
  const { data: airports } = useAirports(false);
  const draft = withZones(typed, airports ?? []);
  const save = useSaveFlight();
  const { toast } = useToast();
  const form = useRef<HTMLFormElement>(null);
  // A first flight that is saved when its return is not must not be added twice.
  const saved = useRef(before?.id ?? null);
  const ownZone = ownTimeZone();
  const set = (part: Partial<FlightDraft>) => setDraft((all) => ({ ...all, ...part }));

  const refuse = (found: FlightFaults) => showFaults(form.current, () => setFaults(found));

  const keep = async () => {
    const both = draft.hasReturn;
    const details = detailsOf(draft, { before, ownZone });
    let first = false;
    try {
      const reply = await save.mutateAsync({ id: saved.current, details });
      first = true;
      saved.current = reply.id;
      if (both) await save.mutateAsync({ id: null, details: returnOf(draft, ownZone) });
      toast({ title: t(both ? 'flights:savedBoth' : 'flights:saved') });
      onSaved();
    } catch (error) {
      const past = error instanceof ApiError && error.code === 'flight_date_past';
      if (past) refuse({ [first ? 'returnOn' : 'departsOn']: 'errors:flight_date_past' });
      else setFailure(wordsOf(error));
      if (first) setFailure(t('flights:returnNotSaved'));
    }
  };
  const wordsOf = (error: unknown) =>
    error instanceof ApiError && ['network', 'too_many_flights'].includes(error.code)
      ? sentence(error)
      : t('errors:update_profile');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft, { before, now: now(), ownZone });
    refuse(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    onBusy(true);
    void keep().finally(() => onBusy(false));
  };
  const fault = (field: keyof FlightFaults) => faults[field] && t(faults[field]);

  return (
    <form ref={form} id={id} noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <TextField
        type="date"
        label={t('flights:date')}
        hint={t('flights:dateHint')}
        error={fault('departsOn')}
        min={todayIn(ownZone, now())}
        max="2100-12-31"
        value={draft.departsOn}
        onChange={(event) => set({ departsOn: event.target.value })}
      />
      <FlightDetailFields
        draft={draft}
        startsOpen={before?.departsAt != null || before?.fromAirport != null}
        faultOf={fault}
        set={set}
      />
      {before === null && <ReturnFields draft={draft} fault={fault('returnOn')} set={set} />}
      {failure && <FieldError>{failure}</FieldError>}
    </form>
  );
}
