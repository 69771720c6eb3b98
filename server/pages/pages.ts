import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { getSessionCacheKey } from '#server/features/contents/published/reads.ts';
import { recordLandingView } from '#server/features/totals/funnel/writes.ts';
import { getCallerAccessState } from '#server/http/access.ts';
import {
  handleError,
  logUnexpectedError,
  logAndConvertError,
  toAppError,
} from '#server/http/error-handler.ts';
import { chooseEncoding } from '#server/http/compressed.ts';
import { createMinuteCache, hashTexts } from '#server/http/minute-cache.ts';
import { AppError } from '#server/http/errors.ts';
import { isApiPath } from '#server/http/headers.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/documents.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { findEmergencyNumbersRegion } from '#shared/rules/emergency-numbers.ts';
import { findDocumentName, resolveRoute } from '#shared/rules/route-table.ts';
import {
  type PrerenderedPageOptions,
  compressHtml,
  type PrecompressedHtml,
  loadPrerenderedPages,
  extractDocumentTitleAndMain,
  readTestModeNotice,
  sendDocument,
  sendPersonalDocument,
} from './documents.ts';
import {
  getCacheOptions,
  listClientFiles,
  registerFileSendingAndMediaRoute,
  serveAssetLinks,
  serveSecurityTxt,
  serveRobotsAndSitemap,
} from './files.ts';
import { readQueryLanguage, buildLanguageCookie, choosePageLanguage } from './language.ts';
import { createSharedPageLoader, parseSharedSessionId } from './shared-session.ts';
import { createLandingPageLoader } from './landing-prices.ts';
import { loadLimitedRenderer } from './render.ts';
import { loadAppShell, type AppShell } from './shell.ts';
import { prepareStartPage, buildHydrationBlock, renderStartPage } from './start-page.ts';

/** How many documents of people are kept at once, in bytes. */
const MAX_DOCUMENT_BYTES = 8_000_000;

interface BuiltPages {
  shell: AppShell | null;
  pages: Map<string, PrecompressedHtml>;
}

/**
 * Registers the routes of pages and files: prerendered pages for visitors, the app for browsers with a sign-in cookie.
 * Loads all pages into memory first.
 */
export async function pageRoutes(app: App): Promise<void> {
  const { clock, published, files, identity, publicUrl, baseUrl, signUp, operator, findLocation } =
    app.dependencies;
  const read = async (language: Language) => {
    const testMode = app.dependencies.isTestModeShown ? await readTestModeNotice(language) : null;
    return loadBuiltPages(files, { language, signUp, origin: baseUrl, operator, testMode });
  };
  const kept = createMinuteCache(MAX_DOCUMENT_BYTES);
  const secure = publicUrl?.startsWith('https:') ?? false;
  const [clientFiles, render, en, fr] = await Promise.all([
    listClientFiles(files.client),
    loadLimitedRenderer(files.renderer),
    read('en'),
    read('fr'),
  ]);
  const built: Record<Language, BuiltPages> = { en, fr };
  const findLandingPage = createLandingPageLoader(app.dependencies, {
    en: en.pages.get('home'),
    fr: fr.pages.get('home'),
  });
  const loadSharedPage = createSharedPageLoader({ en: en.pages, fr: fr.pages });
  await registerFileSendingAndMediaRoute(app);
  await serveRobotsAndSitemap(app);
  serveSecurityTxt(app);
  serveAssetLinks(app);

  const chooseLanguage = (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readQueryLanguage(request);
    if (asked) void reply.header('set-cookie', buildLanguageCookie(asked, secure));
    return choosePageLanguage(request);
  };

  /** Sends a visitor the prerendered page, or else the app without personal data. */
  const sendToVisitor = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const language = chooseLanguage(request, reply);
    const choice = built[language];
    const pattern = findPage(path, 'signed_out');
    if (pattern === null || pattern === '/s/:id') return sendMissing(request, reply, choice);
    if (pattern === '/' && request.method === 'GET') recordLandingView(app.dependencies);
    const page =
      pattern === '/'
        ? await findLandingPage(language, findLocation(request).country)
        : findEdition(request, choice, pattern.slice(1));
    if (page) return sendDocument(request, reply, page, 200);
    return sendShell(request, reply, choice, 200);
  };

  /**
   * Sends a signed-in person the app with its first replies, rendered if possible, in the language of their profile; the
   * same again while nothing that it follows from has changed within the minute.
   */
  const sendApp = async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const askedAt = clock();
    const chosen = chooseLanguage(request, reply);
    // The rows of a member who reloads are asked for only where they are no more those that the page was made of.
    const asker = hashTexts(request.url, request.headers.cookie ?? '');
    const isKept = kept.get(askedAt, asker) !== undefined;
    const start = await prepareStartPage(request, reply, isKept).catch((error: unknown) => {
      logUnexpectedError(request, error, 'start');
      return null;
    });
    const found = start?.principal;
    const language = found?.user?.preferredLanguage ?? chosen;
    const { shell } = built[language];
    // Locked on that device, the page comes without personal data: the browser asks for it once it is opened.
    if (!found || !shell || isLocked(request))
      return sendShell(request, reply, built[language], status);
    const state = getCallerAccessState(found);
    // What exists for others alone, such as the studio, is missing for this person.
    const isMissing = resolveRoute(decodePath(request), state).kind === 'not_found';
    const sent = { status: isMissing ? 404 : status, encoding: chooseEncoding(request) };
    const key =
      start.basis &&
      hashTexts(request.url, language, String(sent.status), sent.encoding ?? '', start.basis);
    const known = key ? kept.get(askedAt, key) : undefined;
    if (known) return sendPersonalDocument(reply, { body: known, ...sent });

    const preloaded = await start.preload();
    const [path = '/'] = request.url.split('?');
    const page = renderStartPage(request, render, preloaded, { path, language, at: clock() });
    const html = shell.renderForPerson(findPage(decodePath(request), state), {
      block: buildHydrationBlock(preloaded, page?.moment ?? null),
      page: page?.html ?? null,
    });
    const body = await compressHtml(html, sent.encoding);
    // A page that prolongs the sign-in, or that the browser must complete, is made anew.
    if (key && page && preloaded.isOfBasis && !reply.hasHeader('set-cookie')) {
      kept.set(askedAt, key, body);
      kept.set(askedAt, asker, Buffer.alloc(0));
    }
    return sendPersonalDocument(reply, { body, ...sent });
  };

  /** Handles an error of a page's route: replies with a page that says to try again where that helps. */
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const page = built[choosePageLanguage(request)].pages.get('unavailable');
    if (!page || !isPageError(toAppError(error).statusCode))
      return handleError(error, request, reply);
    return sendDocument(request, reply, page, logAndConvertError(error, request, reply).statusCode);
  };

  registerRoute(app, contract.getDocument, ({ params, request, user }) => {
    const language = user?.preferredLanguage ?? choosePageLanguage(request);
    const document = built[language].pages.get(params.name);
    if (!document || findDocumentName(`/${params.name.replace('-', '/')}`) !== params.name)
      throw new AppError('not_found');
    return { language, ...extractDocumentTitleAndMain(document) };
  });

  // A shared session. Unlike the other pages it queries the database, so it counts towards the rate limit.
  const shared = { config: { page: true, counted: true }, errorHandler } as const;
  app.get('/s/:id', shared, async (request, reply) => {
    const id = parseSharedSessionId(decodePath(request));
    const language = chooseLanguage(request, reply);
    const key = id === null ? null : getSessionCacheKey(language, id);
    const page = key && (await published.read(loadSharedPage, key));
    if (identity.mayBeSignedIn(request)) return sendApp(request, reply, page ? 200 : 404);
    const document = page?.document;
    if (!document) return sendMissing(request, reply, built[language]);
    return sendDocument(request, reply, document, 200);
  });

  // Opened past the service worker, so that a Wi-Fi that answers in our place can show its sign-in page.
  app.get('/network', { config: { page: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/', 302),
  );

  app.get('/*', { config: { page: true } }, (request, reply) => {
    const path = decodePath(request);
    if (clientFiles.has(path)) return reply.sendFile(path.slice(1), getCacheOptions(path));
    if (isApiPath(path) || path.startsWith('/media/')) throw new AppError('not_found');
    // A variant of the route above: trailing slash or upper case.
    const shared = parseSharedSessionId(path);
    if (shared) return reply.redirect(`/s/${shared}`, 308);
    const document = findDocumentName(path);
    const isFound = document === null ? findPage(path, 'admin') !== null : en.pages.has(document);
    // Locked on that device, the page that is the same for every reader opens without the lock.
    const isForEverybody = document !== null && isLocked(request);
    if (identity.mayBeSignedIn(request) && !isForEverybody)
      return sendApp(request, reply, isFound ? 200 : 404);
    if (document === null) return sendToVisitor(request, reply, path);
    const choice = built[chooseLanguage(request, reply)];
    const page = choice.pages.get(document);
    return page ? sendDocument(request, reply, page, 200) : sendMissing(request, reply, choice);
  });
}

/** What a browser with the app lock sends (src/lib/vault/lock-record.ts). */
const LOCK_COOKIE = /(?:^|;\s*)envol_lock=1(?:;|$)/;
const isLocked = ({ headers }: FastifyRequest) => LOCK_COOKIE.test(headers.cookie ?? '');

/** Whether an error of a page is told by a page: one of the server's own, or of too many requests. */
const isPageError = (status: number) => status >= 500 || status === 429;

/** Returns the page in the variant for the visitor's country, if it has one. */
function findEdition(request: FastifyRequest, { pages }: BuiltPages, name: string) {
  const region = findEmergencyNumbersRegion(
    request.server.dependencies.findLocation(request).country,
  );
  return pages.get(`${name}@${region}`) ?? pages.get(name);
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, built: BuiltPages) {
  const page = built.pages.get('not-found');
  return page ? sendDocument(request, reply, page, 404) : sendShell(request, reply, built, 404);
}

/** Returns the route pattern of the app's page at a path in a person's state, or null. */
function findPage(path: string, state: PersonState): string | null {
  const decision = resolveRoute(path, state);
  return decision.kind === 'page' ? decision.path : null;
}

function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  { shell }: BuiltPages,
  status: number,
) {
  // A checkout without a build has no pages; the API works all the same.
  if (!shell) throw new AppError(status === 404 ? 'not_found' : 'not_ready');
  return sendDocument(
    request,
    reply,
    shell.getDocument(findPage(decodePath(request), 'pass')),
    status,
  );
}

async function loadBuiltPages(
  files: { client: string; pages: string },
  edition: PrerenderedPageOptions,
): Promise<BuiltPages> {
  const [shell, pages] = await Promise.all([
    loadAppShell(files, edition),
    loadPrerenderedPages(files.pages, edition),
  ]);
  return { shell, pages };
}

function decodePath(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AppError('invalid_input');
  }
}
