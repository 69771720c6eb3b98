import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#shared/contract/flights.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { ApiError } from '#web/lib/api.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { FieldError, TextField, showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  toFlightDetails,
  createFlightDraft,
  lacksReturn,
  validateFlightDraft,
  type FlightDraft,
  type FlightFaults,
  toFlightFaults,
  toReturnDetails,
  LAST_DATE,
  fillTimeZones,
} from '../model.ts';
import { useAirports, useFlights, useSaveFlight } from '../queries.ts';
import { FlightDetailFields } from './flight-detail-fields.tsx';
import { ReturnFields } from './return-fields.tsx';

/** The form of one flight: its date and optional details. A past date is refused here and by the server. */
export function FlightForm({
  id,
  flight: before,
  startsWithReturn = false,
  onBusy,
  onSaved,
}: {
  id: string;
  flight: Flight | null;
  /** Opens with the fields of the return flight. */
  startsWithReturn?: boolean;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation(['flights', 'errors']);
  const [typed, setDraft] = useState(() => ({
    ...createFlightDraft(before),
    hasReturn: startsWithReturn,
  }));
  const [faults, setFaults] = useState<FlightFaults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const describeError = useErrorMessage();
  const { data: airports } = useAirports(false);
  const draft = fillTimeZones(typed, airports ?? []);
  const { data: flights } = useFlights();
  const takesReturn = before === null || lacksReturn(before, flights?.items ?? []);
  const save = useSaveFlight();
  const { toast } = useToast();
  const form = useRef<HTMLFormElement>(null);
  // If the return fails after the outbound flight was saved, a retry must not add the outbound flight twice.
  const saved = useRef(before?.id ?? null);
  const ownZone = getDeviceTimeZone();
  const set = (part: Partial<FlightDraft>) => setDraft((all) => ({ ...all, ...part }));

  const showValidation = (found: FlightFaults) =>
    showFaultsAndFocusFirst(form.current, () => setFaults(found));

  const saveFlights = async () => {
    const both = draft.hasReturn;
    const details = toFlightDetails(draft, { before, ownZone });
    let first = false;
    try {
      const reply = await save.mutateAsync({ id: saved.current, details });
      first = true;
      saved.current = reply.id;
      if (both) await save.mutateAsync({ id: null, details: toReturnDetails(draft, ownZone) });
      toast({ title: t(both ? 'flights:savedBoth' : 'flights:saved') });
      onSaved();
    } catch (error) {
      const found = getFieldFaults(error, { flight_date_past: 'departsOn' });
      const refused = toFlightFaults(found, first ? 'return' : 'outbound');
      if (Object.keys(refused).length > 0) showValidation(refused);
      else setFailure(describeFailure(error));
      if (first) setFailure(t('flights:returnNotSaved'));
    }
  };
  const describeFailure = (error: unknown) =>
    error instanceof ApiError && ['network', 'too_many_flights'].includes(error.code)
      ? describeError(error)
      : t('errors:update_profile');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateFlightDraft(draft, { before, now: now(), ownZone });
    showValidation(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    onBusy(true);
    void saveFlights().finally(() => onBusy(false));
  };
  const getFault = (field: keyof FlightFaults) => faults[field] && t(faults[field]);

  return (
    <form ref={form} id={id} noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <TextField
        type="date"
        label={t('flights:date')}
        hint={t('flights:dateHint')}
        error={getFault('departsOn')}
        min={getCivilDate(ownZone, now())}
        max={LAST_DATE}
        value={draft.departsOn}
        onChange={(event) => set({ departsOn: event.target.value })}
      />
      <FlightDetailFields
        draft={draft}
        startsOpen={before?.departsAt != null || before?.fromAirport != null}
        getFault={getFault}
        set={set}
      />
      {takesReturn && (
        <ReturnFields
          draft={draft}
          fault={getFault('returnOn')}
          takesFocus={startsWithReturn}
          set={set}
        />
      )}
      {failure && <FieldError>{failure}</FieldError>}
    </form>
  );
}
