import type { TestPerson } from './people.ts';

/** Adds a flight as a person, changes it, and removes it; then sets a flight date, which stays. */
export async function addChangeAndRemoveFlights(own: TestPerson): Promise<void> {
  const day = { kind: 'outbound', departsOn: '2100-01-01', departsAt: null, number: null } as const;
  const place = { timeZone: 'Europe/Paris', fromAirport: null, toAirport: null };
  const { body } = await own.call('POST /api/flights', { body: { ...day, ...place } });
  const params = { id: body.id };
  await own.call('PATCH /api/flights/:id', { params, body: { departsAt: '10:00' } });
  await own.call('DELETE /api/flights/:id', { params });
  const date = { flightDate: '2027-06-01', timeZone: 'Europe/Paris' };
  await own.call('PUT /api/users/me/flight-date', { body: date });
}
