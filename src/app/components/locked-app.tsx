import { useEffect } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { LazyLockScreen } from '#web/features/app-lock/components/lazy-lock-screen.tsx';
import { reloadToLockAfterAbsence } from '#web/features/app-lock/engine/absence.ts';
import { isCardAddress, isPageOpenWhileLocked } from '#web/features/app-lock/model.ts';
import { resolveRoute } from '#shared/rules/route-table.ts';
import { currentSessionStore } from '#web/features/player/session/now-playing.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { getPageComponent } from '../pages.ts';
import { LegalFooterLine, StoredPageFrame } from './stored-page-frame.tsx';

const LazyLockedCard = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./locked-card.tsx'),
    loadCatalogueGroup('flight'),
    loadCatalogueGroup('help'),
  ]);
  return module.LockedCrewCardPage;
});

/** The app while it is locked: the lock, and the pages that open without it, without personal data. */
export function LockedApp() {
  // It goes when the app is opened, which from then on is locked again after a while out of sight.
  useEffect(() => () => reloadToLockAfterAbsence(() => currentSessionStore.get() !== null), []);
  const [path] = useLocation();
  const search = useSearch();
  const decision = resolveRoute(path, 'pass');
  if (isCardAddress(path, search)) return <LazyLockedCard />;
  if (!isPageOpenWhileLocked(path) || decision.kind !== 'page')
    return (
      <>
        <LazyLockScreen />
        <LegalFooterLine />
      </>
    );
  return (
    <StoredPageFrame path={path}>
      <Route path={decision.path} component={getPageComponent(decision.path, 'pass')} />
    </StoredPageFrame>
  );
}
