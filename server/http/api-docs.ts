import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '#server/dependencies.ts';
import { ERROR_STATUS, errorReplySchema } from '#shared/contract/errors.ts';
import { buildWebhookBodySchema } from '#shared/contract/admin-webhooks.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { WEBHOOK_EVENTS } from '#shared/rules/webhook-events.ts';
import { createAuthorizationHook } from './access.ts';

/** The refusals that every operation may reply with, by status. */
const REFUSALS = Object.fromEntries(
  Object.values(ERROR_STATUS).map((status) => [status, { $ref: '#/components/responses/Refusal' }]),
);

/** Registers the OpenAPI generator, which covers only routes registered after it. */
export async function registerOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: PRODUCT_NAME, version: '1' },
      components: {
        securitySchemes: {
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API token with the scope that is named; operations without one take none',
          },
        },
        schemas: { Refusal: z.toJSONSchema(errorReplySchema) as object },
        responses: {
          Refusal: {
            description: 'Refused',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        },
      },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      for (const operations of Object.values(openapiObject.paths ?? {}))
        for (const operation of Object.values(operations ?? {}))
          Object.assign((operation as { responses: object }).responses, REFUSALS);
      Object.assign(openapiObject, { webhooks: buildWebhookDescriptions() });
      return openapiObject;
    },
    transform: (document) => {
      // Pages, files and these documents themselves are no part of the contract.
      if (!document.route.config?.endpoint) return { schema: { hide: true }, url: document.url };
      return jsonSchemaTransform(document);
    },
  });
}

/** Describes what is sent to the operator's own addresses. */
const buildWebhookDescriptions = () =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [
      event,
      {
        post: {
          summary: 'Signed by the Standard Webhooks scheme; sent again until a status of 2xx comes',
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: {
            content: {
              'application/json': { schema: z.toJSONSchema(buildWebhookBodySchema(event)) },
            },
          },
          responses: { '2XX': { description: 'Taken' } },
        },
      },
    ]),
  );

/** What the list of operations shows of one. */
interface ListedOperation {
  summary?: string;
  security?: Record<string, string[]>[];
}

/**
 * Registers `/api/docs`, an HTML list of the operations, and `/api/docs.json`, the OpenAPI document; for admins only.
 */
export function apiDocsRoutes(app: App): void {
  const onRequest = createAuthorizationHook(app, { path: '/api/docs', access: 'admin' });
  app.get('/api/docs.json', { onRequest }, () => app.swagger());
  app.get('/api/docs', { onRequest }, (_request, reply) => {
    const operations = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods ?? {}).map(([method, operation]) => {
        const { summary = '', security } = operation as ListedOperation;
        const scope = security?.[0]?.['apiToken']?.join(' ');
        const token = scope ? ` Token: <code>${scope}</code>` : '';
        return `<dt><code>${method.toUpperCase()} ${path}</code></dt><dd>${summary}${token}</dd>`;
      }),
    );
    void reply.type('text/html; charset=utf-8');
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${PRODUCT_NAME} API</title><h1>${PRODUCT_NAME} API</h1><p><a href="/api/docs.json">OpenAPI document</a></p><dl>${operations.join('')}</dl></html>`;
  });
}
