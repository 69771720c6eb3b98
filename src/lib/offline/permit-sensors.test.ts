import { expect, it } from 'vitest';
import { allowSensorsInDocument } from './permit-sensors.ts';

it('permits the sensors and the position in a kept document, and nothing else', async () => {
  const policy = 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=()';
  const kept = new Response('<html></html>', {
    headers: { 'permissions-policy': policy, 'content-type': 'text/html' },
  });
  const document = allowSensorsInDocument(kept);
  expect(document.headers.get('permissions-policy')).toBe(
    'accelerometer=(self), camera=(), geolocation=(self), gyroscope=(self), microphone=()',
  );
  expect(document.headers.get('content-type')).toBe('text/html');
  expect(await document.text()).toBe('<html></html>');
});
