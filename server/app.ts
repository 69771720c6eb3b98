import fastify from 'fastify';
import { schedulePeriodicTasks } from '#server/periodic-tasks.ts';
import type { App, LoadLimits, Dependencies } from '#server/dependencies.ts';
import { lockProfileForKeyShareIfExists } from '#server/features/account/reads.ts';
import { auditRoutes } from '#server/features/audit/routes.ts';
import { bannerRoutes } from '#server/features/banners/routes.ts';
import { apiTokenRoutes } from '#server/features/api-tokens/routes.ts';
import { assessmentRoutes } from '#server/features/assessment/routes.ts';
import { generationRoutes } from '#server/features/generation/routes.ts';
import { approvalRoutes } from '#server/features/narration/approval/routes.ts';
import { narrationRoutes } from '#server/features/narration/routes.ts';
import { grantRoutes } from '#server/features/billing/grants/routes.ts';
import { paymentRoutes } from '#server/features/billing/payments/routes.ts';
import { pauseAndMonthlyPlanRoutes } from '#server/features/billing/planned/routes.ts';
import { promotionCodeRoutes } from '#server/features/billing/promotions/routes.ts';
import { giftRoutes } from '#server/features/billing/gifts/routes.ts';
import { pricingRoutes } from '#server/features/billing/prices/routes.ts';
import { stripeSettingsRoutes } from '#server/features/billing/settings/routes.ts';
import { contractNoticeRoutes } from '#server/features/billing/contract-notices/routes.ts';
import { billingRoutes } from '#server/features/billing/routes.ts';
import { sandboxRoutes } from '#server/features/billing/sandbox/routes.ts';
import { billingWebhookRoute } from '#server/features/billing/webhook.ts';
import { autosaveRoutes } from '#server/features/autosaves/routes.ts';
import { authorRoutes } from '#server/features/contents/authors/routes.ts';
import { botCheckRoutes } from '#server/features/bot-check/routes.ts';
import { breathingRoutes } from '#server/features/breathing/routes.ts';
import { cookieConsentRoutes } from '#server/features/cookie-consent/routes.ts';
import { dashboardRoutes } from '#server/features/dashboard/routes.ts';
import { feedbackRoutes } from '#server/features/feedback/routes.ts';
import { flightRoutes } from '#server/features/flights/routes.ts';
import { securityRoutes } from '#server/features/identity/builtin/routes.ts';
import { firebaseRoutesOrRefusals } from '#server/features/firebase/routes.ts';
import { googleRoutes } from '#server/features/identity/google/routes.ts';
import { passkeyRoutes } from '#server/features/identity/passkeys/routes.ts';
import { secondFactorRoutes } from '#server/features/identity/second-factor/routes.ts';
import { identityRoutes } from '#server/features/identity/routes.ts';
import { invitationRoutes } from '#server/features/invitations/routes.ts';
import { ladderRoutes } from '#server/features/ladder/routes.ts';
import { ledgerRoutes } from '#server/features/ledger/routes.ts';
import { letterRoutes } from '#server/features/mail/letters/routes.ts';
import { libraryRoutes } from '#server/features/library/routes.ts';
import { storedEmailRoutes } from '#server/features/mail/routes.ts';
import { peopleListRoutes } from '#server/features/people/list/routes.ts';
import { peopleRoutes } from '#server/features/people/routes.ts';
import { planRoutes } from '#server/features/plan/routes.ts';
import { playerRoutes } from '#server/features/player/routes.ts';
import { privacyRoutes } from '#server/features/privacy/routes.ts';
import { profileRoutes } from '#server/features/profile/routes.ts';
import { programRoutes } from '#server/features/programs/routes.ts';
import { studioSearchRoutes } from '#server/features/studio-search/routes.ts';
import { studioBulkRoutes } from '#server/features/studio/bulk/routes.ts';
import { previewRoutes } from '#server/features/studio/previews/routes.ts';
import { studioProgramRoutes } from '#server/features/programs/studio/routes.ts';
import { reminderRoutes } from '#server/features/reminders/routes.ts';
import { regionRoutes } from '#server/features/region/routes.ts';
import { listOptionalThirdPartyScripts } from '#server/features/scripts/policy.ts';
import { thirdPartyScriptRoutes } from '#server/features/scripts/routes.ts';
import { soundPracticeRoutes } from '#server/features/sounds/routes.ts';
import { studioSessionRoutes } from '#server/features/studio/routes.ts';
import { supportInboxRoutes } from '#server/features/support/inbox/routes.ts';
import { supportReplyRoutes } from '#server/features/support/replies/routes.ts';
import { supportRoutes } from '#server/features/support/routes.ts';
import { supportSettingsRoutes } from '#server/features/support/settings/routes.ts';
import { runIdempotently } from '#server/features/sync/writes.ts';
import { systemRoutes } from '#server/features/system/routes.ts';
import { safetyRoutes } from '#server/features/system/safety/routes.ts';
import { outcomeRoutes } from '#server/features/totals/outcomes/routes.ts';
import { totalRoutes } from '#server/features/totals/routes.ts';
import { sessionTotalRoutes } from '#server/features/totals/sessions/routes.ts';
import { trackingRoutes } from '#server/features/tracking/routes.ts';
import { uploadRoutes } from '#server/features/media/uploads/routes.ts';
import { translationRoutes } from '#server/features/translations/routes.ts';
import { narrationSettingsRoutes } from '#server/features/voices/routes.ts';
import { waitlistRoutes } from '#server/features/waitlist/routes.ts';
import { webhookRoutes } from '#server/features/webhooks/routes.ts';
import { createClientErrorHandler, createExpectHeaderHandler } from '#server/http/client-error.ts';
import { registerReplyCompression } from '#server/http/compression.ts';
import { createHttpServer, limitConnectionsPerClient } from '#server/http/connections.ts';
import { apiDocsRoutes, registerOpenApi } from '#server/http/api-docs.ts';
import { handleError } from '#server/http/error-handler.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRateLimitHook } from '#server/http/rate-limit-hook.ts';
import { registerSecurityHeaders, buildApiHeaders } from '#server/http/headers.ts';
import { buildLogOptions, registerRequestLog } from '#server/http/log.ts';
import { registerOriginCheck } from '#server/http/origin.ts';
import { createLoadShedder, type LoadShedder } from '#server/http/overload.ts';
import { registerUndeclaredProxyWarning } from '#server/http/undeclared-proxy.ts';
import { serializerCompiler, validatorCompiler } from '#server/http/validation.ts';
import { pageRoutes } from '#server/pages/pages.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const DEFAULT_LOAD_LIMITS: LoadLimits = {
  requestsPerAddress: 6000,
  requestsPerSession: 1200,
  concurrentRequests: 500,
  concurrentWhileBusy: 40,
};

/** Every feature with routes; a new one is added here. */
const FEATURES: ((app: App) => void)[] = [
  apiTokenRoutes,
  assessmentRoutes,
  auditRoutes,
  authorRoutes,
  autosaveRoutes,
  bannerRoutes,
  billingRoutes,
  billingWebhookRoute,
  botCheckRoutes,
  contractNoticeRoutes,
  breathingRoutes,
  cookieConsentRoutes,
  dashboardRoutes,
  feedbackRoutes,
  flightRoutes,
  generationRoutes,
  approvalRoutes,
  narrationRoutes,
  narrationSettingsRoutes,
  grantRoutes,
  paymentRoutes,
  pauseAndMonthlyPlanRoutes,
  giftRoutes,
  promotionCodeRoutes,
  ladderRoutes,
  ledgerRoutes,
  letterRoutes,
  libraryRoutes,
  storedEmailRoutes,
  peopleListRoutes,
  peopleRoutes,
  planRoutes,
  playerRoutes,
  pricingRoutes,
  soundPracticeRoutes,
  stripeSettingsRoutes,
  privacyRoutes,
  profileRoutes,
  programRoutes,
  regionRoutes,
  reminderRoutes,
  sandboxRoutes,
  thirdPartyScriptRoutes,
  previewRoutes,
  studioBulkRoutes,
  studioProgramRoutes,
  studioSearchRoutes,
  studioSessionRoutes,
  supportInboxRoutes,
  supportReplyRoutes,
  supportRoutes,
  supportSettingsRoutes,
  systemRoutes,
  safetyRoutes,
  totalRoutes,
  outcomeRoutes,
  sessionTotalRoutes,
  trackingRoutes,
  uploadRoutes,
  translationRoutes,
  waitlistRoutes,
  invitationRoutes,
  webhookRoutes,
];

/**
 * Builds the server: all hooks and routes, and the timers of the periodic tasks (periodic-tasks.ts). It does not listen, so
 * that tests can call it with `inject()`, and runs no queued jobs.
 */
export async function buildApp(dependencies: Dependencies): Promise<App> {
  const headers = buildApiHeaders(dependencies.publicUrl);
  const limits = { ...DEFAULT_LOAD_LIMITS, ...dependencies.loadLimits };
  const shedder = createLoadShedder(limits, headers);
  const app: App = fastify({
    ...buildLogOptions(dependencies),
    trustProxy: dependencies.trustedProxies.length > 0 ? dependencies.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) => createHttpServer(shedder.guard(handle)),
    // During a graceful stop, running requests finish normally; the socket closes afterwards.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(headers),
    // Before any hook has set them.
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request, reply.headers(headers)),
  });
  app.decorate('dependencies', dependencies);
  app.decorate('stopping', false);
  app.decorate('lockProfileForKeyShareIfExists', lockProfileForKeyShareIfExists);
  app.decorate('runIdempotently', runIdempotently);
  app.decorate('findTokenCaller', () => Promise.resolve(null));
  app.decorateRequest('principal', null);
  app.decorate('gets', new Map());
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new AppError('not_found');
  });
  app.server.on('checkExpectation', createExpectHeaderHandler(headers));
  limitConnectionsPerClient(app);
  registerReplyCompression(app);
  addRequestHooks(app, shedder, limits);
  await registerOpenApi(app);
  const { auth } = dependencies;
  if (auth)
    for (const mount of [
      identityRoutes,
      securityRoutes,
      secondFactorRoutes,
      passkeyRoutes,
      googleRoutes,
    ])
      mount(app, auth);
  firebaseRoutesOrRefusals(app);
  for (const mount of FEATURES) mount(app);
  apiDocsRoutes(app);
  await pageRoutes(app);
  schedulePeriodicTasks(app);
  await app.ready();
  return app;
}

/** Registers the hooks that run for every request before its route, in this order. */
function addRequestHooks(app: App, shedder: LoadShedder, limits: LoadLimits): void {
  registerRequestLog(app);
  registerSecurityHeaders(app, listOptionalThirdPartyScripts(app.dependencies));
  shedder.register(app);
  registerOriginCheck(app);
  registerUndeclaredProxyWarning(app);
  registerRateLimitHook(app, limits);
}
