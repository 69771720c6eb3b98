import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chooseShownBanner } from '#shared/rules/banner.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { useDismissedBanners } from './store.ts';

const KEY = ['/api/banners/active'];

export type ActiveBanner = ReplyOf<'GET /api/banners/active'>[number];

/**
 * Returns the banner to show on the page at a path, or null. Reports to the server which banners were dismissed on this
 * device.
 */
export function useShownBannerAndReportDismissals(path: string): ActiveBanner | null {
  // Fetched by the shell, which opens this code only where there is something.
  const { data: banners } = useQuery<ActiveBanner[] | null>({ queryKey: KEY, enabled: false });
  const dismissed = useDismissedBanners();
  // Just now, or while the server could not be told.
  const unsent = banners?.find(({ id }) => dismissed.includes(id))?.id;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unsent === undefined) return;
    api('PUT /api/banners/:id/dismissal', { params: { id: unsent } }).then(
      () =>
        queryClient.setQueryData<ActiveBanner[] | null>(KEY, (list) =>
          list?.filter(({ id }) => id !== unsent),
        ),
      // It stays dismissed on this device, and the next page tells the server.
      () => undefined,
    );
  }, [unsent, queryClient]);
  return banners ? chooseShownBanner(banners, path, dismissed, now()) : null;
}
