import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { fearArea, id, instant, intensity, okReply } from './fields.ts';

/** Version of the text that people agree to now. */
export const HEALTH_CONSENT_VERSION = '2026-12';
/**
 * Versions under which answers are kept. People who agreed to the first one agreed to having sessions chosen, and to
 * nothing else: their answers are in no outcome (docs/decisions/145-outcomes.md).
 */
export const VALID_HEALTH_CONSENT_VERSIONS = ['2026-11', HEALTH_CONSENT_VERSION] as const;
export type HealthConsentVersion = (typeof VALID_HEALTH_CONSENT_VERSIONS)[number];

const answers = z.partialRecord(fearArea, intensity);
/**
 * When the consent was given under which the answers were given; answers of an earlier, withdrawn consent are
 * refused. Optional, because pages opened before this field existed do not send it.
 */
const consentGivenAt = instant.optional();
const report = z.object({
  averageIntensity: z.number(),
  peak: z.object({ score: intensity, area: fearArea }),
  highAreas: z.array(fearArea),
  lowAreas: z.array(fearArea),
  totalAreas: z.int(),
  overallLevel: z.enum(['minimal', 'mild', 'moderate', 'high', 'severe']),
  proposedFocus: z.object({ primary: fearArea, secondary: fearArea }),
});

export const assessmentStateSchema = z.object({
  consentGiven: z.boolean(),
  /** Since when it has been given without interruption; null without it. */
  consentGivenAt: instant.nullable(),
  /** Answers of the assessment in progress, stored so that a reload loses nothing. */
  draft: answers,
  /** The latest completed assessment. */
  completed: z
    .object({
      id,
      answers,
      report,
      primaryFocus: fearArea.nullable(),
      secondaryFocus: fearArea.nullable(),
      completedAt: instant,
    })
    .nullable(),
});
export type AssessmentState = z.infer<typeof assessmentStateSchema>;

const checkInAnswers = z.object({
  fear: intensity,
  worry: intensity,
  avoidance: intensity,
  confidence: intensity,
});

export const getAssessmentHistory = declareEndpoint({
  method: 'GET',
  path: '/api/assessment/history',
  access: 'signed_in',
  summary: 'Completed assessments and weekly check-ins, the oldest first, the latest 200 of each',
  replies: {
    200: z.object({
      results: z.array(z.object({ id, completedAt: instant, answers, average: z.number() })),
      checkIns: z.array(z.object({ id, takenAt: instant, answers: checkInAnswers })),
    }),
  },
});
export type AssessmentHistory = z.infer<(typeof getAssessmentHistory)['replies'][200]>;

export const recordCheckIn = declareEndpoint({
  method: 'POST',
  path: '/api/check-ins',
  access: 'signed_in',
  summary:
    'Store a weekly check-in; the same id again changes nothing, with other answers it is refused; requires consent',
  body: z.object({ id, takenAt: instant, answers: checkInAnswers }),
  replies: { 200: okReply },
});

export const getAssessmentState = declareEndpoint({
  method: 'GET',
  path: '/api/assessment',
  access: 'signed_in',
  summary: 'Consent, answers in progress and the latest completed assessment',
  replies: { 200: assessmentStateSchema },
});

export const setHealthConsent = declareEndpoint({
  method: 'PUT',
  path: '/api/assessment/consent',
  access: 'signed_in',
  summary:
    'Give explicit consent for health data, or withdraw it, which deletes all data that depends on it',
  body: z.object({ given: z.boolean(), version: z.enum(VALID_HEALTH_CONSENT_VERSIONS) }),
  replies: { 200: z.object({ givenAt: instant.nullable() }) },
});

export const saveAssessmentAnswers = declareEndpoint({
  method: 'PUT',
  path: '/api/assessment/answers',
  access: 'signed_in',
  summary:
    'Store the answers given so far; 403 consent_required without consent, 409 consent_renewed under a later one',
  body: z.object({
    answers,
    consentGivenAt,
    /** When the device wrote them: later ones win. Without it, the time of arrival counts. */
    writtenAt: instant.optional(),
  }),
  replies: { 200: okReply },
});

export const completeAssessment = declareEndpoint({
  method: 'POST',
  path: '/api/assessment/complete',
  access: 'signed_in',
  summary:
    'Complete the assessment in progress; requires all 16 areas, and consent as for its answers',
  body: z.object({ answers, consentGivenAt }),
  replies: { 200: assessmentStateSchema },
});

export const setFocusAreas = declareEndpoint({
  method: 'PUT',
  path: '/api/assessment/focus',
  access: 'signed_in',
  summary: 'Choose the primary and secondary focus areas of the latest assessment',
  body: z
    .object({ primary: fearArea, secondary: fearArea })
    .refine((value) => value.primary !== value.secondary, {
      message: 'same_area',
      path: ['secondary'],
    }),
  replies: { 200: assessmentStateSchema },
});
