import { z } from 'zod';
import {
  DEPLOYMENT_SAFETY_CHECKS,
  DEPLOYMENT_SAFETY_STATES,
} from '#shared/rules/deployment-safety-checks.ts';
import { declareEndpoint } from './endpoint.ts';

const release = z.object({
  version: z.string(),
  /** What changed in it, in English, as the changelog has it. */
  changes: z.array(z.string()),
});
export type RunningRelease = z.infer<typeof release>;

export const listSafetyChecks = declareEndpoint({
  method: 'GET',
  path: '/api/admin/safety',
  access: 'admin',
  summary:
    'Whether this installation is safe to open: every check, how it stands, and which version runs',
  replies: {
    200: z.object({
      release,
      checks: z.array(
        z.object({
          name: z.enum(DEPLOYMENT_SAFETY_CHECKS),
          state: z.enum(DEPLOYMENT_SAFETY_STATES),
        }),
      ),
    }),
  },
});
