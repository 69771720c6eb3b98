import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { PageNoticePlaces } from '#shared/rules/page-notices.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { attachCookieNotice } from '../engine/cookie-notice.ts';
import { CookieNotice } from './cookie-notice.tsx';

/** The cookie banner and its preferences in the app, for the signed-in person or a visitor. */
export function InAppCookieNotice({ place }: { place: PageNoticePlaces['consent'] }) {
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  const userId = profile?.id ?? null;
  return <WiredCookieNotice key={`${userId} ${place}`} userId={userId} place={place} />;
}

/** The markup with its engine; every `[data-cookies-open]` of the page opens the preferences. */
function WiredCookieNotice(props: { userId: string | null; place: PageNoticePlaces['consent'] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = box.current?.querySelector<HTMLElement>('[data-cookies]');
    if (!root) return undefined;
    const { open, dispose } = attachCookieNotice(root);
    const wiring = new AbortController();
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-cookies-open]')) void open();
    };
    document.addEventListener('click', press, { signal: wiring.signal });
    return () => {
      wiring.abort();
      dispose();
    };
  }, []);
  return (
    <div ref={box} className="contents">
      <CookieNotice {...props} />
    </div>
  );
}
