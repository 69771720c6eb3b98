import type { ReactNode } from 'react';
import { Header, Navigation, SkipLink } from './navigation.tsx';

/**
 * The frame around a page that is kept on the device as a document: header and navigation as the app has them for whoever
 * has a pass, with plain links, which the app then opens.
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
