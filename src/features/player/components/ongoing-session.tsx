import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { useCurrentOpenSession } from '../session/now-playing.ts';

/** Its code is here by the time that something plays: the app's shell fetches it then. */
const MiniPlayer = createLazyComponent(() => import('./mini-player.tsx').then((m) => m.default));

/** The small player of a session that goes on, on a page that has its own place for it; nothing while none does. */
export function OngoingSessionPlayer({ className }: { className: string }) {
  const session = useCurrentOpenSession();
  return (
    session && (
      <div className={className}>
        <MiniPlayer key={session.content.id} session={session} />
      </div>
    )
  );
}
