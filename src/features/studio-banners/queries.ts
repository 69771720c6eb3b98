import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BannerInput, StudioBanner } from '#shared/contract/banners.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const LIST_KEY = ['/api/admin/banners'] as const;
const buildBannerKey = (id: string) => [`/api/admin/banners/${id}`] as const;

export type ListedBanner = ReplyOf<'GET /api/admin/banners'>['banners'][number];

/** Query of the banners in their order. */
export function useBanners() {
  return useQuery<ReplyOf<'GET /api/admin/banners'>>({ queryKey: LIST_KEY, staleTime: 0 });
}

/** Query of one banner. Not refetched while the form is open, so that what was typed is never replaced. */
export function useStudioBanner(id: string) {
  return useQuery<StudioBanner>({
    queryKey: buildBannerKey(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/**
 * Mutation that fetches a banner as stored now, to compare it with the form after an edit conflict; the cache stays as
 * it is.
 */
export const useFetchStoredBanner = () =>
  useMutation({
    mutationFn: (id: string) => api('GET /api/admin/banners/:id', { params: { id } }),
  });

function useForgetLists() {
  const queryClient = useQueryClient();
  return () => {
    for (const key of [LIST_KEY[0], '/api/admin/audit', '/api/banners/active'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
}

/** Mutation that saves a banner; creates one for an empty id. */
export function useSaveBanner() {
  const queryClient = useQueryClient();
  const forgetLists = useForgetLists();
  return useMutation({
    mutationFn: ({ id, version, banner }: { id: string; version: number; banner: BannerInput }) =>
      id === ''
        ? api('POST /api/admin/banners', { body: { banner } })
        : api('PUT /api/admin/banners/:id', { params: { id }, body: { version, banner } }),
    onSuccess: (banner) => {
      queryClient.setQueryData(buildBannerKey(banner.id), banner);
      forgetLists();
    },
  });
}

/** Mutation that deletes a banner; refused if it was changed since the version that the admin saw. */
export function useDeleteBanner() {
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api('DELETE /api/admin/banners/:id', { params: { id }, query: { version } }),
    onSuccess: useForgetLists(),
  });
}
