import { useState } from 'react';
import { Link } from 'wouter';
import type { Flight } from '#shared/contract/flights.ts';
import { chooseNearestFlight } from '#shared/rules/flights.ts';
import {
  formatFlightTimeAndRoute,
  joinWithDots,
  listUpcomingFlights,
} from '#web/features/flights/model.ts';
import { useAirports, useFlights } from '#web/features/flights/queries.ts';
import { now } from '#web/lib/clock.ts';
import { formatDate, formatDuration } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';
import {
  AIRCRAFT_TYPES,
  type AircraftType,
  type SeatArea,
  SEAT_SIDES,
  SEAT_AREAS,
  type SeatSide,
} from '../engine/aircraft.ts';
import type { JourneyControls } from '../hooks/use-journey.ts';
import { estimateFlightMinutes, PRACTICE_SPEEDS } from '../model.ts';

const OTHER = 'other';
const NO_AIRPORTS = { fromAirport: null, toAirport: null };

/** Before a flight: which one it is, boarding now or practice on the ground. */
export function FlightStartView({ start }: Pick<JourneyControls, 'start'>) {
  const { t, i18n } = useTranslation('flight');
  const { data } = useFlights();
  const { data: airports = [] } = useAirports(true);
  const flights = listUpcomingFlights(data?.items ?? [], now());
  const nearest = chooseNearestFlight(flights, now());
  const [chosen, setChosen] = useState<string | null>(null);
  const [speed, setSpeed] = useState('10');
  const [aircraft, setAircraft] = useState<AircraftType | null>(null);
  const [seat, setSeat] = useState<SeatArea | null>(null);
  const [side, setSide] = useState<SeatSide | null>(null);
  const choice = chosen ?? nearest?.id ?? OTHER;
  const flight = flights.find(({ id }) => id === choice) ?? null;
  const airborneMinutes = estimateFlightMinutes(flight ?? NO_AIRPORTS, airports);
  const describe = (one: Flight) => ({
    value: one.id,
    label: (
      <span className="first-letter:uppercase">{formatDate(one.departsOn, i18n.language)}</span>
    ),
    detail: joinWithDots([
      formatFlightTimeAndRoute(one),
      t('choose.airborne', {
        time: formatDuration(estimateFlightMinutes(one, airports) * 60_000),
      }),
    ]),
  });
  const begin = (practiceSpeed: number | null) =>
    start({ flightId: flight?.id ?? null, practiceSpeed, airborneMinutes, aircraft, seat, side });
  return (
    <div className="flex grow flex-col gap-8 pt-4">
      <div>
        <h1 className="text-4xl">{t('title')}</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-2">{t('choose.lead')}</p>
        <Link
          href={paths.card()}
          className="text-link mt-1 inline-flex min-h-11 items-center font-medium"
        >
          {t('card.title')}
        </Link>
      </div>
      {flights.length > 0 ? (
        <RadioGroup
          legend={t('choose.which')}
          value={choice}
          onChange={setChosen}
          choices={[
            ...flights.map(describe),
            { value: OTHER, label: t('choose.other'), detail: t('choose.otherHint') },
          ]}
        />
      ) : (
        <div>
          <p className="text-ink-2">{t('choose.otherHint')}</p>
          <Link
            href={paths.home()}
            className="text-link inline-flex min-h-11 items-center font-medium"
          >
            {t('choose.add')}
          </Link>
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('aircraft.ask')}
          value={aircraft ?? ''}
          options={[
            { value: '', label: t('aircraft.unknown') },
            ...AIRCRAFT_TYPES.map((value) => ({ value, label: t(`aircraft.${value}.name`) })),
          ]}
          onChange={({ target }) =>
            setAircraft(AIRCRAFT_TYPES.find((name) => name === target.value) ?? null)
          }
        />
        <Select
          label={t('seat.ask')}
          value={seat ?? ''}
          options={[
            { value: '', label: t('aircraft.unknown') },
            ...SEAT_AREAS.map((value) => ({ value, label: t(`seat.${value}.name`) })),
          ]}
          onChange={({ target }) =>
            setSeat(SEAT_AREAS.find((name) => name === target.value) ?? null)
          }
        />
        <Select
          label={t('side.ask')}
          value={side ?? ''}
          options={[
            { value: '', label: t('aircraft.unknown') },
            ...SEAT_SIDES.map((value) => ({ value, label: t(`side.${value}.name`) })),
          ]}
          onChange={({ target }) =>
            setSide(SEAT_SIDES.find((name) => name === target.value) ?? null)
          }
        />
      </div>
      <section aria-labelledby="practise" className="border-t border-line pt-6">
        <h2 id="practise" className="text-xl">
          {t('choose.practise')}
        </h2>
        <p className="mt-1 text-ink-2">{t('choose.practiseHint')}</p>
        <RadioGroup
          legend={t('choose.speed')}
          hideLegend
          value={speed}
          onChange={setSpeed}
          choices={PRACTICE_SPEEDS.map((times) => ({
            value: String(times),
            label: t(`choose.speeds.${times as 1 | 10 | 60}`),
          }))}
        />
        <Button variant="secondary" className="mt-3" onClick={() => begin(Number(speed))}>
          {t('choose.practise')}
        </Button>
      </section>
      <div className="held-actions -mx-5 mt-auto bg-ground px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button wide className="min-h-18" onClick={() => begin(null)}>
          {t('choose.start')}
        </Button>
      </div>
    </div>
  );
}
