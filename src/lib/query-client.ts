import { MutationCache, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError, isAccessError, sendRequestIfNeeded } from './api.ts';
import { peekPreloadedReply, consumePreloadedReply } from './preloaded-replies.ts';
import { SPECIFIED_BEHAVIOURS } from './web-behaviours.ts';

/** Fetches by a GET of the first string of the query key: the default query (specification, section 7). */
const fetchFirstKey: QueryFunction = ({ queryKey, signal }) =>
  sendRequestIfNeeded('GET', String(queryKey[0]), { signal });

/** Query function that GETs the URL at the beginning of the query key; resolves to null on a 401. */
export const fetchOrNullIfSignedOut: QueryFunction = async (context) => {
  try {
    return await fetchFirstKey(context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * How a reply that came with the page, to the URL at the beginning of the key, is used: by default it is the
       * data. `placeholder`: it is shown until the query function, which gets it too, has resolved. `unused`: it is
       * ignored, because the data differ from the reply.
       */
      preloaded?: 'placeholder' | 'unused';
    };
  }
}

/** Where replies that are known before the first request come from. */
export interface ReplySource {
  /** Returns a reply by its URL, for the last time; undefined when there is none. */
  take: (url: string) => unknown;
  /** Returns a reply that may be asked for again. */
  peek: (url: string) => unknown;
}

const PAGE: ReplySource = { take: consumePreloadedReply, peek: peekPreloadedReply };

/**
 * Has every query begin with the reply that came with the page, where there is one to the URL at the beginning of its
 * key. The cache tells its subscribers of a new query while it is being added, before anything reads its data.
 */
function startFromReplies(cache: QueryCache, { take, peek }: ReplySource): void {
  cache.subscribe(({ type, query }) => {
    if (type !== 'added' || query.state.data !== undefined) return;
    const preloaded = query.meta?.preloaded;
    if (preloaded === 'unused') return;
    const url = String(query.queryKey[0]);
    const reply = preloaded === 'placeholder' ? peek(url) : take(url);
    if (reply === undefined) return;
    const options: object = query.options;
    // Infinite queries keep their pages apart.
    const isInfinite = 'initialPageParam' in options;
    query.setData(isInfinite ? { pages: [reply], pageParams: [options.initialPageParam] } : reply);
  });
}

/**
 * Creates a query client (TanStack Query) with the constants of the specification, section 9; a query GETs the URL that
 * begins its key. `onAccessError` is called when any request is refused because a sign-in, a pass or a role is missing.
 * `replies` provides first data: by default, those that came with the page.
 */
export function createQueryClient(
  onAccessError: (client: QueryClient, error: ApiError) => void = () => undefined,
  replies: ReplySource = PAGE,
): QueryClient {
  const onError = (error: Error) => {
    if (isAccessError(error)) onAccessError(client, error);
  };
  const queryCache = new QueryCache({ onError });
  startFromReplies(queryCache, replies);
  const client = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: fetchFirstKey,
        ...SPECIFIED_BEHAVIOURS.query,
        // Without a network a call fails and the page shows it; the default would pause silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { ...SPECIFIED_BEHAVIOURS.mutation, networkMode: 'always' },
    },
  });
  return client;
}
