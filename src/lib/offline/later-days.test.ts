import { describe, expect, it } from 'vitest';
import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import { shiftDashboardToDay, shiftPlanToDay } from './later-days.ts';

const day = (date: string, daysUntil: number | null, done = false): PlannedDay => ({
  date,
  daysUntil,
  stage: 'skills',
  sessions: [
    { id: `for-${date}`, reason: { code: 'new', area: null }, done, known: false, heard: done },
  ],
});
const plan = (change: Partial<Plan> = {}): Plan => ({
  flight: { id: 'f' } as unknown as Plan['flight'],
  dailyMinutes: 15,
  isAssessed: true,
  days: [day('2027-03-01', 3, true), day('2027-03-02', 2), day('2027-03-03', 1)],
  contents: [],
  ...change,
});
const dashboard = {
  totalSessions: 4,
  practiceMs: 60_000,
  latestPracticeId: null,
  dayStreak: 3,
  newAnswers: 0,
  sessionsToday: { done: 1, recommended: 4 },
  doneToday: [{ id: 'for-2027-03-01', title: 'One' }],
  recommendations: [],
  tonight: null,
  recentActivity: [],
} satisfies Dashboard;
const sessions = [{ id: 'for-2027-03-02', title: 'Two' }] as ContentSummary[];
const move = (today: string) =>
  shiftDashboardToDay(dashboard, { keptOn: '2027-03-01', today, plan: plan(), sessions });

describe('a plan that was kept on an earlier day', () => {
  it('begins today, and the day that is past is gone', () => {
    expect(shiftPlanToDay(plan(), '2027-03-02').days.map(({ date }) => date)).toEqual([
      '2027-03-02',
      '2027-03-03',
    ]);
  });
  it('begins today where today is the day before, as west of where it was kept', () => {
    const { days } = shiftPlanToDay(plan(), '2027-02-28');
    expect(days.map(({ date, daysUntil }) => [date, daysUntil])).toEqual([
      ['2027-02-28', 4],
      ['2027-03-01', 3],
      ['2027-03-02', 2],
      ['2027-03-03', 1],
    ]);
    expect(days[0]?.sessions).toEqual(plan().days[0]?.sessions);
    // A clock that is wrong by more says nothing.
    expect(shiftPlanToDay(plan(), '2026-03-01').days).toEqual(plan().days);
  });
  it('is over once the flight is', () => {
    expect(shiftPlanToDay(plan(), '2027-03-09')).toMatchObject({ flight: null, days: [] });
  });
  it('begins its week again for somebody without a flight', () => {
    const moved = shiftPlanToDay(plan({ flight: null }), '2027-04-30');
    expect(moved.days.map(({ date }) => date)).toEqual(['2027-04-30', '2027-05-01', '2027-05-02']);
    expect(moved.days.flatMap((one) => one.sessions).some(({ done }) => done)).toBe(false);
  });
});

describe('a dashboard that was kept on an earlier day', () => {
  it('is as it was for the rest of its day', () => {
    expect(move('2027-03-01')).toBe(dashboard);
  });
  it('has what the plan has for today, and nothing of it done', () => {
    expect(move('2027-03-02')).toMatchObject({
      totalSessions: 4,
      dayStreak: 3,
      sessionsToday: { done: 0, recommended: 1 },
      doneToday: [],
      recommendations: [{ content: { title: 'Two' } }],
    });
  });
  it('does not count on days in a row that were interrupted', () => {
    expect(move('2027-03-03').dayStreak).toBe(0);
  });
});
