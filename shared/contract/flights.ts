import { z } from 'zod';
import { isTimeOfDay } from '#shared/rules/flights.ts';
import { declareEndpoint } from './endpoint.ts';
import { civilDate, id, instant, buildSingleLineTextSchema, okReply, timeZone } from './fields.ts';

const timeOfDay = z.string().refine(isTimeOfDay, { message: 'not_a_time' });
/** An IATA code, such as `CDG`. */
const airport = z.string().regex(/^[A-Z]{3}$/, 'not_an_airport');

/** A flight as a person enters it; date and time are those of the place of departure, in `timeZone`. */
const details = z.object({
  kind: z.enum(['outbound', 'return']),
  departsOn: civilDate,
  departsAt: timeOfDay.nullable(),
  timeZone,
  fromAirport: airport.nullable(),
  toAirport: airport.nullable(),
  number: buildSingleLineTextSchema(10).nullable(),
});

/** When the device wrote this: the later of two changes wins, whichever arrives first; by default when it arrives. */
const writtenAt = instant.optional();

export const flightSchema = details.extend({
  id,
  departsOn: z.string(),
  number: z.string().nullable(),
});
export type Flight = z.infer<typeof flightSchema>;
export type FlightDetails = z.infer<typeof details>;

export const listFlights = declareEndpoint({
  method: 'GET',
  path: '/api/flights',
  access: 'signed_in',
  summary: 'The flights of the person, the earliest first, with those that have passed',
  replies: { 200: z.object({ items: z.array(flightSchema) }) },
});

export const addFlight = declareEndpoint({
  method: 'POST',
  path: '/api/flights',
  access: 'signed_in',
  summary:
    'Add a flight; a date that was past, where it leaves from, when it was written is refused',
  /** The id that the device chose, so that one sent twice is added once. */
  body: details.extend({ id: id.optional(), writtenAt }),
  replies: { 201: flightSchema },
});

export const changeFlight = declareEndpoint({
  method: 'PATCH',
  path: '/api/flights/:id',
  access: 'signed_in',
  summary:
    'Change a flight; a new date may not be past when it is written; of two changes the later wins',
  params: z.object({ id }),
  body: details
    .partial()
    .extend({ writtenAt })
    .refine((value) => Object.keys(value).some((name) => name !== 'writtenAt'), {
      message: 'nothing_to_change',
    }),
  replies: { 200: flightSchema },
});

export const removeFlight = declareEndpoint({
  method: 'DELETE',
  path: '/api/flights/:id',
  access: 'signed_in',
  summary: 'Remove a flight',
  params: z.object({ id }),
  replies: { 200: okReply },
});
