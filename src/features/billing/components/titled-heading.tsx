import type { ComponentProps } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { PageHeading } from '#web/ui/page.tsx';

/**
 * The heading of one of a page's states, which the tab and the page view name too: as the heading says it, unless `tab`
 * is given. With `isThere` false the page is still loading.
 */
export function TitledHeading({
  tab,
  isThere = true,
  ...heading
}: Omit<ComponentProps<typeof PageHeading>, 'title'> & {
  title: string;
  tab?: string;
  isThere?: boolean;
}) {
  usePageTitle((tab ?? heading.title).replace(/\.$/, ''), isThere);
  return <PageHeading {...heading} />;
}
