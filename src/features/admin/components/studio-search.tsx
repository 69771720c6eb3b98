import { useEffect, useState } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { listStudioPages } from '../model.ts';

const SearchDialog = createLazyComponent(() =>
  import('#web/features/studio-search/components/search-dialog.tsx').then((m) => m.SearchDialog),
);

/** Opens the search over the whole studio, also by Ctrl+K; its code is loaded then. */
export function StudioSearch() {
  const { t } = useTranslation(['studio-search', 'admin']);
  const { role } = useProfile();
  const pages = listStudioPages(role).map(({ key, path }) => ({
    key,
    path,
    title: t(`admin:places.${key}`),
  }));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const events = new AbortController();
    addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        setOpen(true);
      },
      { signal: events.signal },
    );
    return () => events.abort();
  }, []);
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 items-center underline-offset-6 hover:underline"
        onClick={() => setOpen(true)}
      >
        {t('studio-search:open')}
      </button>
      {isOpen && <SearchDialog pages={pages} onClose={() => setOpen(false)} />}
    </>
  );
}
