import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeEffects<Reply> {
  /** The query whose data is the reply. */
  replaces?: QueryKey | ((reply: Reply) => QueryKey);
  /** Beginnings of the keys of queries that are fetched again once the server has accepted it. */
  outdates?: readonly string[];
  /** Beginnings of the keys of queries that are fetched again, refused or not; it is under way until they are here. */
  refetches?: readonly string[];
}

/** Mutation that changes something on the server, after which the queries that show it have its state. */
export function useChange<Input, Reply>(
  mutationFn: (input: Input) => Promise<Reply>,
  { replaces, outdates = [], refetches = [] }: ChangeEffects<Reply>,
) {
  const queryClient = useQueryClient();
  const refetch = (keys: readonly string[]) =>
    Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  return useMutation({
    mutationFn,
    onSuccess: (reply) => {
      const key = typeof replaces === 'function' ? replaces(reply) : replaces;
      if (key) queryClient.setQueryData(key, reply);
      void refetch(outdates);
    },
    onSettled: () => refetch(refetches),
  });
}
