import { useState } from 'react';
import type { Flight, FlightDetails } from '#shared/contract/flights.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { ApiError } from '#web/lib/api.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { getFieldFaultKeys } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type FormFaults, useForm } from '#web/lib/use-form.ts';
import { FieldError, TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  toFlightDetails,
  createFlightDraft,
  isReturnFlightMissing,
  validateFlightDraft,
  type FlightDraft,
  type FlightFaultKeys,
  toFlightFaultKeys,
  buildReturnFlight,
  LATEST_FLIGHT_DATE,
  fillAirportTimeZones,
} from '../model.ts';
import { useSaveFlight } from '../hooks/use-save-flight.ts';
import { useAirports, useFlights } from '../queries.ts';
import { FlightDetailFields } from './flight-detail-fields.tsx';
import { ReturnFlightFields } from './return-fields.tsx';

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
  startsWithReturn?: boolean;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation(['flights', 'errors']);
  const { data: airports } = useAirports(false);
  const { data: flights } = useFlights();
  const takesReturn = before === null || isReturnFlightMissing(before, flights?.items ?? []);
  const save = useSaveFlight();
  const { toast } = useToast();
  // If the return fails after the outbound flight was saved, a retry must not add the outbound flight twice.
  const [saved, setSaved] = useState(before?.id ?? null);
  const [sent, setSent] = useState<FlightDetails['kind']>('outbound');
  const ownZone = getDeviceTimeZone();

  const saveFlights = async (draft: FlightDraft) => {
    setSent('outbound');
    const details = toFlightDetails(draft, { before, ownZone });
    const { id: savedId } = await save.mutateAsync({ id: saved, details });
    setSaved(savedId);
    if (draft.hasReturn) {
      setSent('return');
      await save.mutateAsync({ id: null, details: buildReturnFlight(draft, ownZone) });
    }
    toast({ title: t(draft.hasReturn ? 'flights:savedBoth' : 'flights:saved') });
    onSaved();
  };
  const describe = (faults: FlightFaultKeys): FormFaults =>
    Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(fault)]));
  const form = useForm<FlightDraft>({
    initial: () => ({ ...createFlightDraft(before), hasReturn: startsWithReturn }),
    validate: (draft) =>
      describe(
        validateFlightDraft(fillAirportTimeZones(draft, airports ?? []), {
          before,
          now: now(),
          ownZone,
        }),
      ),
    request: save,
    describeRefusal: (error) => {
      const refused = getFieldFaultKeys(error, { flight_date_past: 'departsOn' });
      // A return flight's own date is another field of the form.
      return { departsOn: null, departsAt: null, ...describe(toFlightFaultKeys(refused, sent)) };
    },
    onSubmit: (draft) => {
      onBusy(true);
      // The mutation keeps the error, which is shown below.
      void saveFlights(fillAirportTimeZones(draft, airports ?? []))
        .catch(() => {})
        .finally(() => onBusy(false));
    },
  });
  const draft = fillAirportTimeZones(form.draft, airports ?? []);
  const { set } = form;
  const getFault = (field: keyof FlightFaultKeys) => form.faults[field];
  const describeFailure = () => {
    if (save.error && sent === 'return') return t('flights:returnNotSaved');
    const isKnown =
      form.error instanceof ApiError && ['network', 'too_many_flights'].includes(form.error.code);
    return isKnown ? form.failure : form.error && t('errors:update_profile');
  };
  const failure = describeFailure();

  return (
    <form {...form.props} id={id} className="grid grid-cols-1 gap-5">
      <TextField
        {...form.bindInput('departsOn')}
        type="date"
        label={t('flights:date')}
        hint={t('flights:dateHint')}
        min={getCivilDate(ownZone, now())}
        max={LATEST_FLIGHT_DATE}
      />
      <FlightDetailFields
        draft={draft}
        startsOpen={before?.departsAt != null || before?.fromAirport != null}
        getFault={getFault}
        set={set}
      />
      {takesReturn && (
        <ReturnFlightFields
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
