import type { JobHandlers } from '#server/db/jobs.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { answerReset } from '#server/features/identity/builtin/writes.ts';
import { tellErased } from '#server/features/privacy/writes.ts';
import { deliver } from '#server/features/mail/writes.ts';

/** What is done for every kind of job. */
export function jobHandlers(dependencies: Dependencies): JobHandlers {
  const { db } = dependencies;
  return {
    mail: ({ sealed }, id) => deliver(dependencies, sealed, id),
    'password-reset': ({ sealed }, id) => answerReset(dependencies, db, sealed, id),
    'tell-erased': ({ sealed }) => tellErased(dependencies, sealed),
  };
}
