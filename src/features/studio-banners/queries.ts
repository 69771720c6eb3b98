import { useQuery } from '@tanstack/react-query';
import type { BannerInput, StudioBanner } from '#shared/contract/banners.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

const LIST_KEY = ['/api/admin/banners'] as const;
const buildBannerKey = (id: string) => [`/api/admin/banners/${id}`] as const;

export type ListedBanner = ReplyOf<'GET /api/admin/banners'>['banners'][number];

/** Query of the banners in their order. */
export function useBanners() {
  return useQuery<ReplyOf<'GET /api/admin/banners'>>({ queryKey: LIST_KEY, staleTime: 0 });
}

/** Query of one banner. Not refetched while the form is open, so that what was typed is never replaced. */
export const useStudioBanner = (id: string) =>
  useQuery<StudioBanner>({ queryKey: buildBannerKey(id), ...KEPT_WHILE_SHOWN });

const LISTS = [LIST_KEY[0], '/api/admin/audit', '/api/banners/active'];

/** Mutation that saves a banner; creates one for an empty id. */
export const useSaveBanner = () =>
  useChange(
    ({ id, version, banner }: { id: string; version: number; banner: BannerInput }) =>
      id === ''
        ? api('POST /api/admin/banners', { body: { banner } })
        : api('PUT /api/admin/banners/:id', { params: { id }, body: { version, banner } }),
    { replaces: ({ id }) => buildBannerKey(id), outdates: LISTS },
  );

/** Mutation that deletes a banner; refused if it was changed since the version that the admin saw. */
export const useDeleteBanner = () =>
  useChange(
    ({ id, version }: { id: string; version: number }) =>
      api('DELETE /api/admin/banners/:id', { params: { id }, query: { version } }),
    { outdates: LISTS },
  );
