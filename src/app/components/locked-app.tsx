import { useLocation } from 'wouter';
import { LazyLockScreen } from '#web/features/app-lock/components/lazy-lock-screen.tsx';
import { opensWhileLocked } from '#web/features/app-lock/model.ts';
import { resolveRoute } from '#shared/rules/route-table.ts';
import { findPage } from '../pages.ts';
import { OfflineFrame } from './offline-frame.tsx';

/** The app while it is locked: the lock, and the pages that open without it, which know nobody. */
export function LockedApp() {
  const [path] = useLocation();
  const decision = resolveRoute(path, 'pass');
  if (!opensWhileLocked(path) || decision.kind !== 'page') return <LazyLockScreen />;
  const OpenPage = findPage(decision.path as '/sos', 'pass');
  return (
    <OfflineFrame path={path}>
      <OpenPage />
    </OfflineFrame>
  );
}
