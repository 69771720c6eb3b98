import { z } from 'zod';
import {
  FLIGHT_PHASES,
  MAX_LOAD_FACTOR,
  MIN_LOAD_FACTOR,
  MAX_FEAR_RATINGS_PER_FLIGHT,
  MAX_TURBULENT_MINUTES_PER_FLIGHT,
} from '#shared/rules/flight-phases.ts';
import { EXPOSURE_MATERIALS, MAX_LADDER_STEPS, ATTEMPT_SETTINGS } from '#shared/rules/ladder.ts';
import {
  REHEARSAL_LIGHTS,
  MAX_FEAR_MARKS_PER_REHEARSAL,
  MAX_REHEARSAL_MINUTES,
  MIN_REHEARSAL_MINUTES,
  REHEARSAL_LANDSCAPES,
  REHEARSAL_SEATS,
} from '#shared/rules/rehearsal-dose.ts';
import { REHEARSAL_DISRUPTIONS, REHEARSAL_PHASES } from '#shared/rules/rehearsal-phases.ts';
import { declareEndpoint } from './endpoint.ts';
import { civilDate, fearArea, id, instant, intensity, okReply, buildTextSchema } from './fields.ts';

/**
 * When the device wrote this: the later of two writes wins, whichever arrives first. Pages opened before this
 * field existed do not send it; the time of arrival then counts.
 */
const writtenAt = instant.optional();

const stepFields = {
  id,
  area: fearArea,
  material: z.enum(EXPOSURE_MATERIALS),
  /** The person's own words; null where the catalogue's are shown. */
  words: buildTextSchema(300).nullable(),
};
const step = z
  .object(stepFields)
  .refine(({ material, words }) => material !== 'own' || words !== null, {
    message: 'words_missing',
    path: ['words'],
  });

/** What a rehearsed flight was, and what it was like. */
const rehearsalDetails = z.object({
  dose: z.object({
    from: z.enum(REHEARSAL_PHASES),
    to: z.enum(REHEARSAL_PHASES),
    roughness: z.literal([0, 1, 2, 3, 4]),
    light: z.enum(REHEARSAL_LIGHTS),
    minutes: z.int().min(MIN_REHEARSAL_MINUTES).max(MAX_REHEARSAL_MINUTES),
    place: z.enum(REHEARSAL_LANDSCAPES),
    seat: z.enum(REHEARSAL_SEATS),
    detour: z.enum(REHEARSAL_DISRUPTIONS).nullable(),
  }),
  /** Seconds from the beginning until it was over, or stopped. */
  lasted: z
    .int()
    .min(0)
    .max(MAX_REHEARSAL_MINUTES * 60),
  /** What the person expected the fear to reach. */
  forecast: intensity,
  /** The fear each time that it was moved. */
  curve: z
    .array(
      z.object({
        at: z
          .int()
          .min(0)
          .max(MAX_REHEARSAL_MINUTES * 60),
        fear: intensity,
      }),
    )
    .max(MAX_FEAR_MARKS_PER_REHEARSAL),
  /** How sure the person is of the same forecast next time, in per cent. */
  sureNext: z.int().min(0).max(100).nullable(),
});

const attemptFields = {
  id,
  stepId: id,
  startedAt: instant,
  setting: z.enum(ATTEMPT_SETTINGS),
  /** What the person expects to happen, and how sure they are of it, in per cent. */
  expected: buildTextSchema(500),
  sure: z.int().min(0).max(100),
  before: intensity,
  /** Null while the attempt is in progress. */
  outcome: z
    .object({
      highest: intensity,
      after: intensity,
      happened: buildTextSchema(500),
      learned: buildTextSchema(500),
      rehearsal: rehearsalDetails.optional(),
    })
    .nullable(),
};
const attempt = z.object(attemptFields);

export const ladderSchema = z.object({
  steps: z.array(
    z.object({ ...stepFields, words: z.string().nullable(), attempts: z.array(attempt) }),
  ),
});
export type Ladder = z.infer<typeof ladderSchema>;

export const getLadder = declareEndpoint({
  method: 'GET',
  path: '/api/ladder',
  access: 'pass',
  summary: 'The exposure ladder in the person’s own order, with every attempt, the oldest first',
  replies: { 200: ladderSchema },
});

export const saveLadder = declareEndpoint({
  method: 'PUT',
  path: '/api/ladder',
  access: 'pass',
  summary:
    'Keep these steps and leave all others; only those named in `removed` go, and stay away; consent is needed',
  body: z.object({
    steps: z
      .array(step)
      .max(MAX_LADDER_STEPS)
      .refine((steps) => new Set(steps.map((one) => one.id)).size === steps.length, {
        message: 'repeated',
      }),
    /** Ids of the new steps; one that already exists is left unchanged. */
    added: z.array(id).max(MAX_LADDER_STEPS).default([]),
    /** The new order; of two, the later wins, and steps that it does not name follow. By default that of `steps`. */
    order: z.array(id).max(MAX_LADDER_STEPS).optional(),
    removed: z.array(id).max(MAX_LADDER_STEPS).default([]),
    writtenAt,
  }),
  replies: { 200: ladderSchema },
});

export const saveAttempt = declareEndpoint({
  method: 'POST',
  path: '/api/ladder/attempts',
  access: 'pass',
  summary:
    'Keep an attempt, before and after; of the same id again the later half wins, and its step and start stay; consent is needed',
  body: attempt.extend({ writtenAt }),
  replies: { 200: ladderSchema },
});

/** The fear that was given on the way, in the order in which it was given. */
const onTheWay = z
  .array(z.object({ phase: z.enum(FLIGHT_PHASES), at: instant, fear: intensity }))
  .min(1)
  .max(MAX_FEAR_RATINGS_PER_FLIGHT);

/** How rough it was, minute by minute, in the order in which it was read. */
const rough = z
  .array(
    z.object({
      at: instant,
      lowest: z.number().min(MIN_LOAD_FACTOR).max(1),
      highest: z.number().min(1).max(MAX_LOAD_FACTOR),
    }),
  )
  .min(1)
  .max(MAX_TURBULENT_MINUTES_PER_FLIGHT);

const record = z.object({
  id,
  /** Null when the flight was never on the list, or was removed from it. */
  flightId: id.nullable(),
  flownOn: civilDate,
  expected: buildTextSchema(500).nullable(),
  forecast: intensity.nullable(),
  happened: buildTextSchema(500).nullable(),
  felt: intensity.nullable(),
  keep: buildTextSchema(500).nullable(),
  onTheWay: onTheWay.nullable().default(null),
  /** Read by the phone's motion sensor, where the person wanted it kept. */
  rough: rough.nullable().default(null),
});
export const flightRecordsSchema = z.object({
  flights: z.array(record.extend({ flownOn: z.string() })),
});
export type FlightRecords = z.infer<typeof flightRecordsSchema>;

export const getFlightRecords = declareEndpoint({
  method: 'GET',
  path: '/api/ledger',
  access: 'onboarded',
  summary: 'What was expected of each flight and what happened, the latest first',
  replies: { 200: flightRecordsSchema },
});

export const saveFlightRecord = declareEndpoint({
  method: 'POST',
  path: '/api/ledger',
  access: 'onboarded',
  summary:
    'Keep a forecast, a debrief, the fear on the way or how rough it was, something of it at least; of each the later wins, one that is null leaves what is kept; consent is needed',
  body: record
    .extend({ writtenAt })
    .refine(
      ({ expected, forecast, happened, felt, keep, onTheWay, rough: kept }) =>
        [expected, forecast, happened, felt, keep, onTheWay, kept].some((told) => told !== null),
      { message: 'nothing_told' },
    ),
  replies: { 200: flightRecordsSchema },
});

export const removeFlightRecord = declareEndpoint({
  method: 'DELETE',
  path: '/api/ledger/:id',
  access: 'onboarded',
  summary:
    'Remove a flight from the ledger: what was written before and arrives later does not bring it back',
  params: z.object({ id }),
  body: z.object({ writtenAt: instant }),
  replies: { 200: okReply },
});
