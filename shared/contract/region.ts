import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';

/** Where a request comes from, with the field names of the specification (section 7). */
const place = z.object({
  /** ISO 3166-1, in capitals; null when it is not known. */
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** Null when it is not known, as with the database that comes with the product. */
  city: z.string().max(200).nullable(),
  ip: z.string(),
});

export const getCallerLocation = declareEndpoint({
  method: 'GET',
  path: '/api/region',
  access: 'public',
  summary: 'The country from which the caller seems to write; nobody outside is asked',
  replies: { 200: place },
});
