import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { withdrawConsent } from '#server/features/privacy/writes.ts';
import { requireUser, route } from '#server/http/route.ts';
import * as contract from '#shared/contract/assessment.ts';
import { fearReport } from '#shared/rules/fear-report.ts';
import {
  findConsent,
  findDraft,
  findLatestAssessment,
  listAssessments,
  listCheckIns,
} from './reads.ts';
import * as writes from './writes.ts';

/** The fear assessment. Its answers are health data: they leave the server only to their owner. */
export function assessmentRoutes(app: App): void {
  route(app, contract.getAssessment, (call) => stateOf(call.db, requireUser(call).id));

  route(app, contract.giveHealthConsent, async (call) => {
    const { id } = requireUser(call);
    if (call.body.given) await writes.giveConsent(call.db, id, call.now);
    else await withdrawConsent(call.db, id);
    return { givenAt: (await findConsent(call.db, id))?.toISOString() ?? null };
  });

  route(app, contract.saveAnswers, async (call) => {
    const { id } = requireUser(call);
    await writes.saveDraft(call.db, id, call.body, call.now);
    return { ok: true as const };
  });

  route(app, contract.completeAssessment, async (call) => {
    const { id } = requireUser(call);
    await writes.completeAssessment(call.db, id, call.body, call.now);
    return stateOf(call.db, id);
  });

  route(app, contract.assessmentHistory, async (call) => {
    const { id } = requireUser(call);
    const [results, checkIns] = await Promise.all([
      listAssessments(call.db, id),
      listCheckIns(call.db, id),
    ]);
    return {
      results: results.map((result) => ({
        id: result.id,
        completedAt: result.completedAt.toISOString(),
        answers: result.answers,
        average: fearReport(result.answers).averageIntensity,
      })),
      checkIns: checkIns.map((one) => ({ ...one, takenAt: one.takenAt.toISOString() })),
    };
  });

  route(app, contract.checkIn, async (call) => {
    const { id, takenAt, answers } = call.body;
    const given = { id, answers, takenAt: new Date(takenAt) };
    await writes.saveCheckIn(call.db, requireUser(call).id, given, call.now);
    return { ok: true as const };
  });

  route(app, contract.chooseFocus, async (call) => {
    const { id } = requireUser(call);
    await writes.chooseFocus(call.db, id, call.body);
    return stateOf(call.db, id);
  });
}

async function stateOf(db: Database, userId: string) {
  const [consentGivenAt, draft, latest] = await Promise.all([
    findConsent(db, userId),
    findDraft(db, userId),
    findLatestAssessment(db, userId),
  ]);
  const completed = latest && {
    id: latest.id,
    answers: latest.answers,
    report: fearReport(latest.answers),
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
