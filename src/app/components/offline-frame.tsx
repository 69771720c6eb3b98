import type { ReactNode } from 'react';
import { Header, Navigation, SkipLink } from './navigation.tsx';

/**
 * The frame around a page that is stored on the device as an HTML document: the app's header and navigation as people
 * with a pass see them, with plain links, which open the app.
 */
export function OfflineFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header state="pass" path={path} />
      <main id="page" className="flex min-h-[calc(100dvh-4.5rem)] grow flex-col">
        {children}
      </main>
      <div data-held="" className="bottom-0 z-20 tall:max-taller:contents taller:sticky">
        <Navigation state="pass" path={path} position="bottom" />
      </div>
    </div>
  );
}
