import { MutationCache, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError, send } from './api.ts';

const MINUTE = 60_000;
/** Nobody is signed in any more, or somebody else is: another thing than a wrong password. */
const LOST: ReadonlySet<string> = new Set(['unauthorised', 'identity_mismatch']);

/** The default query: a GET of the first string of the key (specification, section 7). */
const getFirstKey: QueryFunction = ({ queryKey, signal }) =>
  send('GET', String(queryKey[0]), undefined, signal);

/** A query function that turns a 401 into null instead of an error. */
export const nullWhenSignedOut: QueryFunction = async (context) => {
  try {
    return await getFirstKey(context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};

/**
 * A client with the constants of the specification, section 9. `onUnauthorised` is told when the server
 * no longer knows who is calling as who they were.
 */
export function createQueryClient(
  onUnauthorised: (client: QueryClient) => void = () => undefined,
): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401 && LOST.has(error.code))
      onUnauthorised(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: getFirstKey,
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        retry: 1,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Without a network a call fails and the page says so; the default would wait without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
