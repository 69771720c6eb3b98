import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { isApi } from '#server/http/headers.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { decide, isBuilt } from '#shared/rules/route-table.ts';
import { type HtmlDocument, loadPages, loadShell, sendDocument } from './documents.ts';
import { cachingOf, listClientFiles, serveFiles } from './files.ts';
import { askedLanguage, languageCookie, pageLanguage } from './language.ts';

interface Built {
  shell: HtmlDocument | null;
  pages: Map<string, HtmlDocument>;
}

/** Serves the pages people open: prerendered ones to visitors, the app to whoever may be signed in. */
export async function pageRoutes(app: App): Promise<void> {
  const { files, identity, publicUrl } = app.dependencies;
  const secure = publicUrl?.startsWith('https:') ?? false;
  const [clientFiles, en, fr] = await Promise.all([
    listClientFiles(files.client),
    load(files, 'en'),
    load(files, 'fr'),
  ]);
  const built: Record<Language, Built> = { en, fr };
  await serveFiles(app);

  app.get('/*', { config: { page: true } }, (request, reply) => {
    const path = pathOf(request);
    if (clientFiles.has(path)) return reply.sendFile(path.slice(1), cachingOf(path));
    if (isApi(path) || path.startsWith('/media/')) throw new AppError('not_found');
    const asked = askedLanguage(request);
    if (asked) void reply.header('set-cookie', languageCookie(asked, secure));
    const choice = built[pageLanguage(request)];
    return identity.mayBeSignedIn(request)
      ? sendShell(request, reply, choice, pageAt(path, 'admin') ? 200 : 404)
      : sendToVisitor(request, reply, choice, path);
  });
}

/** A visitor gets the page itself where it was prerendered; the app shows sign-in and shared sessions. */
function sendToVisitor(request: FastifyRequest, reply: FastifyReply, built: Built, path: string) {
  const pattern = pageAt(path, 'signed_out');
  const name = pattern === null ? 'not-found' : pattern.slice(1) || 'home';
  const status = pattern === null ? 404 : 200;
  const page = built.pages.get(name);
  if (page) return sendDocument(request, reply, page, status);
  return sendShell(request, reply, built, status);
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
