import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** What the document at a path may ask the device for. */
async function readPermissions(path: string): Promise<string> {
  const { headers } = await test.createBrowser().get(path);
  return String(headers['permissions-policy']);
}

const SENSORS = ['accelerometer', 'gyroscope', 'geolocation'];

describe('motion sensors and the position', () => {
  it.each(['/flight', '/flight/', '/flight?from=plan'])(
    'are open to our own origin on %s',
    async (path) => {
      const permissions = await readPermissions(path);
      for (const sensor of SENSORS) expect(permissions).toContain(`${sensor}=(self)`);
      expect(permissions.match(/=\((?!\))/g)).toHaveLength(SENSORS.length);
    },
  );

  it.each(['/', '/plan', '/sos', '/flights', '/flight/other', '/?path=/flight'])(
    'are closed on %s',
    async (path) => {
      const permissions = await readPermissions(path);
      for (const sensor of SENSORS) expect(permissions).toContain(`${sensor}=()`);
      expect(permissions).not.toMatch(/=\((?!\))|=\*/);
    },
  );

  it('are closed to a sender of the page for somebody signed in, but for the flight page', async () => {
    const own = await test.createPerson();
    expect(String((await own.get('/flight')).headers['permissions-policy'])).toContain(
      'gyroscope=(self)',
    );
    expect(String((await own.get('/plan')).headers['permissions-policy'])).toContain(
      'gyroscope=()',
    );
  });
});
