import { useParams } from 'wouter';
import { SessionPlayer } from './components/session-player.tsx';

/** `/content/:id`: one session and its player. */
export default function ContentPage() {
  return <SessionPlayer id={useParams<{ id: string }>().id ?? ''} />;
}
