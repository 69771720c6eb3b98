import { z } from 'zod';
import { SAFETY_CHECKS, SAFETY_STATES } from '#shared/rules/safety-checks.ts';
import { endpoint } from './endpoint.ts';

export const listSafetyChecks = endpoint({
  method: 'GET',
  path: '/api/admin/safety',
  access: 'admin',
  summary: 'Whether this installation is safe to open: every check, and how it stands',
  replies: {
    200: z.object({
      checks: z.array(z.object({ name: z.enum(SAFETY_CHECKS), state: z.enum(SAFETY_STATES) })),
    }),
  },
});
