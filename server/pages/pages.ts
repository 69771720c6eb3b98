import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { findShared } from '#server/features/library/reads.ts';
import { isApi } from '#server/http/headers.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { decide, isBuilt } from '#shared/rules/route-table.ts';
import { type HtmlDocument, loadPages, loadShell, sendDocument } from './documents.ts';
import { cachingOf, listClientFiles, serveFiles } from './files.ts';
import { askedLanguage, languageCookie, pageLanguage } from './language.ts';
import { fillShared, sharedId, sharedTemplate } from './shared.ts';

interface Built {
  shell: HtmlDocument | null;
  pages: Map<string, HtmlDocument>;
}

/** Serves the pages people open: prerendered ones to visitors, the app to whoever may be signed in. */
export async function pageRoutes(app: App): Promise<void> {
  const { db, files, identity, publicUrl } = app.dependencies;
  const secure = publicUrl?.startsWith('https:') ?? false;
  const [clientFiles, en, fr] = await Promise.all([
    listClientFiles(files.client),
    load(files, 'en'),
    load(files, 'fr'),
  ]);
  const built: Record<Language, Built> = { en, fr };
  await serveFiles(app);

  const choose = (request: FastifyRequest, reply: FastifyReply) => {
    const asked = askedLanguage(request);
    if (asked) void reply.header('set-cookie', languageCookie(asked, secure));
    return pageLanguage(request);
  };

  // A session somebody passed on. Unlike the other pages it asks the database, so it is counted.
  app.get('/s/:id', { config: { page: true, counted: true } }, async (request, reply) => {
    const id = sharedId(pathOf(request));
    const language = choose(request, reply);
    const session = id === null ? null : await findShared(db, id, language);
    const choice = built[language];
    if (identity.mayBeSignedIn(request))
      return sendShell(request, reply, choice, session ? 200 : 404);
    const template = session && choice.pages.get(sharedTemplate(session));
    if (!template) return sendMissing(request, reply, choice);
    return sendDocument(request, reply, await fillShared(template, session, publicUrl), 200);
  });

  app.get('/*', { config: { page: true } }, (request, reply) => {
    const path = pathOf(request);
    if (clientFiles.has(path)) return reply.sendFile(path.slice(1), cachingOf(path));
    if (isApi(path) || path.startsWith('/media/')) throw new AppError('not_found');
    // Written in another way than the route above knows it: with a slash at the end, or a large S.
    const shared = sharedId(path);
    if (shared) return reply.redirect(`/s/${shared}`, 308);
    const choice = built[choose(request, reply)];
    return identity.mayBeSignedIn(request)
      ? sendShell(request, reply, choice, pageAt(path, 'admin') ? 200 : 404)
      : sendToVisitor(request, reply, choice, path);
  });
}

/** A visitor gets the page itself where it was prerendered; the app shows sign-in and shared sessions. */
function sendToVisitor(request: FastifyRequest, reply: FastifyReply, built: Built, path: string) {
  const pattern = pageAt(path, 'signed_out');
  if (pattern === null || pattern === '/s/:id') return sendMissing(request, reply, built);
  const page = built.pages.get(pattern.slice(1) || 'home');
  if (page) return sendDocument(request, reply, page, 200);
  return sendShell(request, reply, built, 200);
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, built: Built) {
  const page = built.pages.get('not-found');
  return page ? sendDocument(request, reply, page, 404) : sendShell(request, reply, built, 404);
}

/** The page that stands at a path for somebody in a state, or null where an address leads to none. */
function pageAt(path: string, state: PersonState): string | null {
  const decision = decide(path, state);
  return decision.kind === 'page' && isBuilt(decision.path) ? decision.path : null;
}

function sendShell(request: FastifyRequest, reply: FastifyReply, { shell }: Built, status: number) {
  // A checkout without a build has no pages; the API works all the same.
  if (!shell) throw new AppError(status === 404 ? 'not_found' : 'not_ready');
  return sendDocument(request, reply, shell, status);
}

async function load(files: { client: string; pages: string }, language: Language): Promise<Built> {
  const [shell, pages] = await Promise.all([
    loadShell(files.client, language),
    loadPages(files.pages, language),
  ]);
  return { shell, pages };
}

function pathOf(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AppError('invalid_input');
  }
}
