/** A request of the app; in its body `{id}` stands for a new id and `{now}` for the time. */
export interface AppRequest {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  body?: string;
}

/** What a listener does in the app: reads it and `more`, looks for a session, opens it, hears a part and rates it. */
export function listAppRequests(content: string, more: readonly string[]): AppRequest[] {
  const reads = [
    '/api/users/me',
    '/api/dashboard?timeZone=Europe%2FParis',
    '/api/contents?limit=20',
    '/api/contents?search=turbulence',
    `/api/contents/${content}`,
    '/api/programs',
    ...more,
  ];
  const listen = {
    id: '{id}',
    contentId: content,
    timeZone: 'Europe/Paris',
    startedAt: '{now}',
    endedAt: '{now}',
    positionMs: 1000,
    listenedMs: 1000,
    completed: false,
  };
  const rating = { rating: 'very_helpful', ratedAt: '{now}' };
  return [
    ...reads.map((path) => ({ method: 'GET' as const, path })),
    { method: 'POST', path: '/api/listens', body: JSON.stringify(listen) },
    { method: 'PUT', path: `/api/contents/${content}/rating`, body: JSON.stringify(rating) },
  ];
}

/** Writes the body of a request once more. */
export const fillBodyTemplate = (body: string) =>
  body.replaceAll('{id}', crypto.randomUUID()).replaceAll('{now}', new Date().toISOString());
