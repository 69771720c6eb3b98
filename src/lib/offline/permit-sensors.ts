/**
 * Returns a kept document with motion sensors and the position permitted to the app's own pages, as the server permits
 * them on the flight's page (decision 100): the document is kept once for all pages, with what most of them may do.
 */
export function allowSensorsInDocument(document: Response): Response {
  const headers = new Headers(document.headers);
  const policy = headers.get('permissions-policy') ?? '';
  headers.set(
    'permissions-policy',
    policy.replaceAll(/\b(accelerometer|gyroscope|geolocation)=\(\)/g, '$1=(self)'),
  );
  return new Response(document.body, { status: document.status, headers });
}
