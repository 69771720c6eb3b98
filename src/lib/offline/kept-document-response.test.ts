import { expect, it } from 'vitest';
import { buildKeptDocumentResponse } from './kept-document-response.ts';

const policy = 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=()';
const buildKept = () =>
  new Response('<html></html>', {
    headers: {
      'permissions-policy': policy,
      'content-type': 'text/html',
      'cache-control': 'no-cache',
    },
  });

it('permits the sensors and the position on the flight’s page alone', async () => {
  const document = buildKeptDocumentResponse(buildKept(), '/flight');
  expect(document.headers.get('permissions-policy')).toBe(
    'accelerometer=(self), camera=(), geolocation=(self), gyroscope=(self), microphone=()',
  );
  expect(document.headers.get('content-type')).toBe('text/html');
  expect(await document.text()).toBe('<html></html>');
  expect(buildKeptDocumentResponse(buildKept(), '/plan').headers.get('permissions-policy')).toBe(
    policy,
  );
});

it('is kept for Back by no browser, where it would hold up what the next page reads', () =>
  expect(buildKeptDocumentResponse(buildKept(), '/plan').headers.get('cache-control')).toBe(
    'no-store',
  ));
