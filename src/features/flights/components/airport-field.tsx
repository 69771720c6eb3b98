import { useState } from 'react';
import { searchAirports } from '#shared/rules/airports.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { type AirportDraft, toAirportDraft, getAirportCity, parseAirportDraft } from '../model.ts';
import { useAirports } from '../queries.ts';

/** A combobox for an airport. The list is loaded on first focus and searched on the device. */
export function AirportField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: AirportDraft;
  error?: string | undefined;
  onChange: (value: AirportDraft) => void;
}) {
  const { t, i18n } = useTranslation('flights');
  const [entered, setEntered] = useState(false);
  const { data: airports, isError } = useAirports(entered);
  const found = airports ? searchAirports(airports, value.text) : [];
  const status = () => {
    if (isError) return t('airportsFailed');
    return airports ? t('airports', { count: found.length }) : t('airportsLoading');
  };
  return (
    <Combobox
      label={label}
      hint={isError ? t('airportsFailed') : t('airportHint')}
      error={error}
      value={value.text}
      status={value.text === '' ? '' : status()}
      options={found.map((airport) => ({
        key: airport.code,
        label: <Name city={getAirportCity(airport, i18n.language)} name={airport.name} />,
        detail: airport.code,
      }))}
      onOpen={() => setEntered(true)}
      onType={(text) => onChange(parseAirportDraft(text, airports))}
      onChoose={(code) => {
        const airport = found.find((one) => one.code === code);
        if (airport) onChange(toAirportDraft(airport, i18n.language));
      }}
    />
  );
}

/** "Paris, Charles de Gaulle"; an airport named after its city is shown without repeating it. */
function Name({ city, name }: { city: string; name: string }) {
  const rest = name.startsWith(city) ? name.slice(city.length).replace(/^[\s/–-]+/, '') : name;
  return (
    <>
      <span className="block leading-snug">{city}</span>
      {rest && <span className="block text-sm leading-snug text-ink-2">{rest}</span>}
    </>
  );
}
