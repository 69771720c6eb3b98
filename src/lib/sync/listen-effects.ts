import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import type { InputOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';

// What a listen changes beyond its session, as the server computes it, so that every page shows it without asking.

type Listen = InputOf<'POST /api/listens'>['body'];
/** A dashboard with the ids of the listens that were added to it on this device. */
type KnownDashboard = Dashboard & { added?: readonly string[] };

const isToday = (at: string, timeZone: string): boolean =>
  getCivilDate(timeZone, new Date(at)) === getCivilDate(timeZone, now());

/** Returns a dashboard with a listen; `session` is what it heard, where that is known. */
export function addListenToDashboard(
  dashboard: KnownDashboard,
  listen: Listen,
  session: Pick<ContentDetail, 'title' | 'kind' | 'situations'> | undefined,
): KnownDashboard {
  const { id: listenId, contentId, completed, listenedMs, endedAt, timeZone } = listen;
  const { added = [], recentActivity, recommendations, doneToday, sessionsToday } = dashboard;
  if (added.includes(listenId) || recentActivity.some((one) => one.listenId === listenId))
    return dashboard;
  const [latest] = recentActivity;
  // Marked complete, what goes on stays one listen.
  const goesOn = latest?.contentId === contentId && !latest.completed;
  const joined = goesOn
    ? {
        ...latest,
        listenedMs: latest.listenedMs + listenedMs,
        completed,
        at: endedAt,
      }
    : session && {
        listenId,
        contentId,
        listenedMs,
        completed,
        at: endedAt,
        title: session.title,
        kind: session.kind,
        situations: session.situations,
      };
  const isNewToday =
    completed &&
    isToday(endedAt, timeZone) &&
    !recentActivity.some(
      (one) => one.contentId === contentId && one.completed && isToday(one.at, timeZone),
    );
  const done = recommendations.find(({ content }) => content.id === contentId)?.content;
  return {
    ...dashboard,
    added: [...added, listenId],
    totalSessions: dashboard.totalSessions + (completed ? 1 : 0),
    practiceMs: dashboard.practiceMs + listenedMs,
    dayStreak: Math.max(dashboard.dayStreak, 1),
    recentActivity: joined ? [joined, ...recentActivity.slice(goesOn ? 1 : 0)] : recentActivity,
    ...(isNewToday && {
      sessionsToday: { ...sessionsToday, done: sessionsToday.done + 1 },
      ...(done && {
        doneToday: [...doneToday, { id: done.id, title: done.title }],
        recommendations: recommendations.filter(({ content }) => content.id !== contentId),
      }),
    }),
  };
}

/** Returns a plan with a listen: a completed session is done on the day it was planned for, and heard on all. */
export function addListenToPlan(
  plan: Plan,
  { contentId, completed, endedAt, timeZone }: Listen,
): Plan {
  if (!completed) return plan;
  const day = getCivilDate(timeZone, new Date(endedAt));
  return {
    ...plan,
    days: plan.days.map(({ sessions, ...rest }) => ({
      ...rest,
      sessions: sessions.map((session) =>
        session.id === contentId
          ? { ...session, heard: true, known: true, done: session.done || rest.date === day }
          : session,
      ),
    })),
  };
}

/** Returns a list of sessions, or a page of it, with the one that a listen completed marked so. */
export function addListenToSessionList(
  list: ContentSummary[] | { items: ContentSummary[] },
  { contentId, completed }: Listen,
): ContentSummary[] | { items: ContentSummary[] } {
  if (!completed) return list;
  const mark = (items: ContentSummary[]) =>
    items.map((item) => (item.id === contentId ? { ...item, completed } : item));
  if (Array.isArray(list)) return mark(list);
  return { ...list, items: mark(list.items) };
}
