import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { toServerWriteTime } from '#server/http/device-clock.ts';
import { requireCallerProfile, registerRoute } from '#server/http/route.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/assessment.ts';
import { buildFearReport } from '#shared/rules/fear-report.ts';
import {
  findHealthConsentTime,
  readDraftAnswers,
  findLatestConsentedAssessment,
  listConsentedAssessments,
  listConsentedCheckIns,
} from './reads.ts';
import * as writes from './writes.ts';

/**
 * Registers the routes of the fear assessment: health consent, draft, completion, history, check-ins and focus. The
 * answers are health data: they leave the server only to their owner.
 */
export function assessmentRoutes(app: App): void {
  registerRoute(app, contract.getAssessmentState, (call) =>
    loadAssessmentState(call.db, requireCallerProfile(call).id),
  );

  registerRoute(app, contract.setHealthConsent, async (call) => {
    const { id } = requireCallerProfile(call);
    const { given, version } = call.body;
    if (given) await writes.giveHealthConsentUnlessGiven(call.db, id, { version, now: call.now });
    else await writes.withdrawHealthConsent(call.db, id);
    return { givenAt: (await findHealthConsentTime(call.db, id))?.toISOString() ?? null };
  });

  registerIdempotentRoute(app, contract.saveAssessmentAnswers, {
    write: (call) => {
      const { db, body, now, request } = call;
      const written = toServerWriteTime(body.writtenAt, { now, request });
      return writes.saveAssessmentDraftUnlessOutdated(
        db,
        requireCallerProfile(call).id,
        { ...body, ...written },
        now,
      );
    },
    reply: () => ({ ok: true as const }),
  });

  registerRoute(app, contract.completeAssessment, async (call) => {
    const { id } = requireCallerProfile(call);
    await writes.completeAssessmentUnlessRepeated(call.db, id, call.body, call.now);
    return loadAssessmentState(call.db, id);
  });

  registerRoute(app, contract.getAssessmentHistory, async (call) => {
    const { id } = requireCallerProfile(call);
    const [results, checkIns] = await Promise.all([
      listConsentedAssessments(call.db, id),
      listConsentedCheckIns(call.db, id),
    ]);
    return {
      results: results.map((result) => ({
        id: result.id,
        completedAt: result.completedAt.toISOString(),
        answers: result.answers,
        average: buildFearReport(result.answers).averageIntensity,
      })),
      checkIns: checkIns.map((one) => ({ ...one, takenAt: one.takenAt.toISOString() })),
    };
  });

  registerIdempotentRoute(app, contract.recordCheckIn, {
    write: (call) => {
      const { db, body, now } = call;
      const given = { ...body, takenAt: new Date(body.takenAt) };
      return writes.saveCheckIn(db, requireCallerProfile(call).id, given, now);
    },
    reply: () => ({ ok: true as const }),
  });

  registerRoute(app, contract.setFocusAreas, async (call) => {
    const { id } = requireCallerProfile(call);
    await writes.saveFocusAreas(call.db, id, call.body);
    return loadAssessmentState(call.db, id);
  });
}

async function loadAssessmentState(db: Database, userId: string) {
  const [consentGivenAt, draft, latest] = await Promise.all([
    findHealthConsentTime(db, userId),
    readDraftAnswers(db, userId),
    findLatestConsentedAssessment(db, userId),
  ]);
  const completed = latest && {
    id: latest.id,
    answers: latest.answers,
    report: buildFearReport(latest.answers),
    primaryFocus: latest.primaryFocus,
    secondaryFocus: latest.secondaryFocus,
    completedAt: latest.completedAt.toISOString(),
  };
  return {
    consentGiven: consentGivenAt !== null,
    consentGivenAt: consentGivenAt?.toISOString() ?? null,
    draft,
    completed,
  };
}
