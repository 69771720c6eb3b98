import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';

/**
 * A list that is loaded page by page, with its skeleton, its load error, the text `none` when it is empty, and a button
 * that loads more.
 */
export function PagedList<Page, Item>({
  query,
  getItems,
  none,
  more,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  getItems: (page: Page) => readonly Item[];
  none: string;
  /** The label of the button that loads the next page. */
  more: string;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { t } = useTranslation('ui');
  const describeError = useErrorMessage();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (error && !data)
    return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  if (!data) return <SkeletonList count={4} label={t('loading')} />;
  const items = data.pages.flatMap(getItems);
  if (items.length === 0) return <p className="py-4 text-ink-2">{none}</p>;
  return (
    <>
      {children(items)}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  );
}
