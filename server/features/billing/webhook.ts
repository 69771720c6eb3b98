import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { saveEventAndQueueSync } from './writes.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Registers the route to which the payment provider sends events, unless payments are off. It is outside the contract,
 * because the signature covers the raw body. It answers 2xx only once the event and its job are stored.
 */
export function billingWebhookRoute(app: App): void {
  const { payments, clock } = app.dependencies;
  if (!payments) return;
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(
      '/api/webhooks/stripe',
      { bodyLimit: BODY_LIMIT_BYTES, config: { signed: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature'];
        if (!Buffer.isBuffer(request.body) || typeof signature !== 'string')
          throw new AppError('invalid_input');
        const event = payments.verifyEvent(request.body, signature, clock());
        await saveEventAndQueueSync(app.dependencies, event, clock());
        return reply.send({ received: true });
      },
    );
    done();
  });
}
