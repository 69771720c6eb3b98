import { expect, it } from 'vitest';
import type { StudioOverview } from '#shared/contract/totals.ts';
import {
  buildOverviewCsv,
  buildPassHolderSeriesByPlan,
  computeDateRange,
  spreadChartLabels,
} from './model.ts';

const WEEK: StudioOverview['weeks'][number] = {
  week: '2027-03-01',
  people: 12,
  onboarded: 9,
  played: null,
  finished: 7,
  passes: [{ plan: 'yearly', people: null }],
  revenue: [{ currency: 'EUR', amountMinor: 8999 }],
  refunded: [{ currency: 'GBP', amountMinor: 1499 }],
  ratings: { very_helpful: 6, somewhat_helpful: null, not_helpful: 0 },
};
const OVERVIEW: StudioOverview = {
  from: '2027-03-01',
  to: '2027-03-08',
  addedUpAt: null,
  testMode: true,
  weeks: [WEEK],
  cohorts: [{ week: '2027-03-01', people: 12, returned: [6, null] }],
  funnel: [{ step: 'session', count: null }],
  fear: { people: 5, areas: [{ area: 'fear_heights', before: 8, after: 4.5 }] },
  flights: [0, 5],
  recurring: {
    mrr: [{ currency: 'EUR', amountMinor: 2249 }],
    subscribers: 2,
    subscribersBefore: 4,
    left: 1,
    failing: 3,
  },
  inboxes: { messages: 0, waitlist: 0, questions: 0, oldestQuestionAt: null },
  jobs: { waiting: 0, running: 0, failed: 0, oldestSeconds: null },
  storage: { databaseBytes: 1, mediaBytes: 0, freeBytes: null },
};

it('the file has a line for each number, and nothing where one is hidden', () => {
  const lines = buildOverviewCsv(OVERVIEW).split('\r\n');
  expect(lines).toContain('people,2027-03-01,,12');
  expect(lines).toContain('passes,2027-03-01,yearly,');
  expect(lines).toContain('sessions_played,2027-03-01,,');
  expect(lines).toContain('returned,2027-03-01,week 2,');
  expect(lines).toContain('fear_second,,fear_heights,4.5');
  expect(lines).toContain('mrr_minor,,EUR,2249');
  expect(lines).toContain('funnel,,session,');
  expect(lines).toContain('subscribers_left,,,1');
  expect(lines).toContain('refunded_minor,2027-03-01,GBP,1499');
  expect(lines).toContain('subscribers_failing,,,3');
});

it('a plan without a pass in a week has none there, and one that is hidden stays hidden', () => {
  const weeks = [WEEK, { ...WEEK, passes: [{ plan: 'monthly', people: 8 }] }];
  expect(buildPassHolderSeriesByPlan(weeks, (plan) => plan)).toEqual([
    { key: 'yearly', name: 'yearly', values: [null, 0] },
    { key: 'monthly', name: 'monthly', values: [0, 8] },
  ]);
});

it('eight weeks end today and begin on a Monday', () =>
  expect(computeDateRange(8, new Date('2026-11-22T12:00:00Z'))).toEqual({
    from: '2026-09-28',
    to: '2026-11-22',
  }));

it('labels keep apart, and within the picture', () =>
  expect(spreadChartLabels([80, 10, 84, 12], 14, 90)).toEqual([76, 10, 90, 24]));
