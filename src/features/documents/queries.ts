import type { ReplyOf } from '#web/lib/api.ts';
import { api, hasErrorCode } from '#web/lib/api.ts';

type PublicDocument = Pick<ReplyOf<'GET /api/documents/:name'>, 'title' | 'html'>;

/**
 * The query of what the prerendered page at `path` says, in the person's language. Without a network it is that of the
 * page as a visitor of this device has opened it, if there is one.
 */
export function buildDocumentQuery(path: string) {
  const name = path.toLowerCase().split('/').filter(Boolean).join('-');
  return {
    queryKey: [`/api/documents/${name}`],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PublicDocument> => {
      try {
        return await api('GET /api/documents/:name', { params: { name }, signal });
      } catch (error) {
        const kept = hasErrorCode(error, 'network') ? await readKeptDocument(path) : null;
        if (!kept) throw error;
        return kept;
      }
    },
  };
}

async function readKeptDocument(path: string): Promise<PublicDocument | null> {
  const find = async () =>
    (await import('#web/lib/offline/public-documents.ts')).findPublicDocumentOrArticleList(path);
  // Storage may be blocked.
  const found = await find().catch(() => undefined);
  if (!found) return null;
  const page = new DOMParser().parseFromString(await found.text(), 'text/html');
  const main = page.querySelector('main');
  return main && { title: page.title.replace(/ · [^·]*$/, ''), html: main.innerHTML };
}
