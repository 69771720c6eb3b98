import fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '#server/dependencies.ts';
import { declareEndpoint } from '#shared/contract/endpoint.ts';
import { handleError } from './error-handler.ts';
import type { CallerProfile } from './identity.ts';
import { requireCallerProfile, registerRoute, buildStatusReply } from './route.ts';
import { serializerCompiler, validatorCompiler } from './validation.ts';

const made = declareEndpoint({
  method: 'PUT',
  path: '/api/things/:id',
  access: 'public',
  summary: 'A thing',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ limit: z.coerce.number().default(20) }),
  body: z.object({ name: z.string().trim(), inner: z.object({ age: z.int() }).optional() }),
  replies: { 200: z.object({ name: z.string(), inner: z.object({ ok: z.boolean() }) }) },
});
const either = declareEndpoint({
  method: 'POST',
  path: '/api/either',
  access: 'public',
  summary: 'Made now or before',
  replies: { 200: z.object({ id: z.number() }), 201: z.object({ id: z.number() }) },
});
const empty = declareEndpoint({
  method: 'DELETE',
  path: '/api/empty',
  access: 'public',
  summary: 'Gone',
  replies: { 204: z.undefined() },
});

function server(): App {
  const app: App = fastify();
  const identity = {
    provider: 'builtin',
    identify: async () => null,
    mayBeSignedIn: () => false,
    readSignedToken: () => null,
  };
  app.decorate('dependencies', { clock: () => new Date(0), identity } as never);
  app.decorateRequest('principal', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  return app;
}

const put = { method: 'PUT', url: '/api/things/7' } as const;

it('hands over what the schemas made of the input', async () => {
  const app = server();
  let seen: unknown;
  registerRoute(app, made, ({ params, query, body, now, identity, user }) => {
    seen = { id: params.id, limit: query.limit, name: body.name, now, identity, user };
    return { name: body.name, inner: { ok: true } };
  });
  await app.inject({ ...put, payload: { name: ' Ada ', unknown: 1 } });
  expect(seen).toEqual({
    id: 7,
    limit: 20,
    name: 'Ada',
    now: new Date(0),
    identity: null,
    user: null,
  });
});

it('lets nothing leave that was not promised', async () => {
  const app = server();
  const row = { name: 'Ada', inner: { ok: true, secret: 1 }, passwordHash: 'x' };
  registerRoute(app, made, () => row);
  const response = await app.inject({ ...put, payload: { name: 'Ada' } });
  expect(response.json()).toEqual({ name: 'Ada', inner: { ok: true } });
});

it('answers 500 rather than break a promise', async () => {
  const app = server();
  registerRoute(app, made, () => ({ name: 42 }) as never);
  const response = await app.inject({ ...put, payload: { name: 'Ada' } });
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { error: { code: 'server_error' } },
  ]);
});

it('names a wrong field by its whole path', async () => {
  const app = server();
  registerRoute(app, made, () => ({ name: '', inner: { ok: true } }));
  const payload = { name: 'Ada', inner: { age: 'old' } };
  const { error } = (await app.inject({ ...put, payload })).json<{ error: object }>();
  expect(error).toEqual({ code: 'invalid_input', fields: { 'inner.age': 'invalid_type' } });
});

it('answers with the status a handler chooses among several', async () => {
  const app = server();
  registerRoute(app, either, () => buildStatusReply(201, { id: 1 }));
  const response = await app.inject({ method: 'POST', url: '/api/either' });
  expect([response.statusCode, response.json()]).toEqual([201, { id: 1 }]);
});

it('answers with no body where none is declared', async () => {
  const app = server();
  registerRoute(app, empty, () => undefined);
  const response = await app.inject({ method: 'DELETE', url: '/api/empty' });
  expect([response.statusCode, response.body]).toEqual([204, '']);
});

it('tells somebody without a profile that it is missing', () => {
  expect(() => requireCallerProfile({ user: null })).toThrow('profile_missing');
  const user = { id: '1' } as CallerProfile;
  expect(requireCallerProfile({ user })).toBe(user);
});
