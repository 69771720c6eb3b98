import { Link, useSearch } from 'wouter';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { SessionList } from './components/session-list.tsx';
import { EMPTY_STUDIO_SESSION, parseScriptTitle } from './model.ts';
import { useStudioSession } from './queries.ts';

/** Loaded with a session: the list is shown without it. */
const SessionEditor = createLazyComponent(() =>
  import('./components/session-editor.tsx').then((m) => m.SessionEditor),
);

/** Loaded only for the search. */
const SessionWordSearch = createLazyComponent(() =>
  import('#web/features/studio-bulk/components/session-word-search.tsx').then(
    (m) => m.SessionWordSearchAndReplace,
  ),
);

/** Loaded only for the figures. */
const SessionTotalsView = createLazyComponent(() =>
  import('#web/features/studio-numbers/components/session-totals-view.tsx').then(
    (m) => m.SessionTotalsView,
  ),
);

/** `/admin/content`: the list of sessions, the session that the URL's `id` names, or with `find` words in all of them, or with `numbers` their figures. */
export default function StudioSessionsPage() {
  const query = new URLSearchParams(useSearch());
  const id = query.get('id');
  if (query.has('find')) return <SessionWordSearch above={<BackToSessions />} />;
  if (query.has('numbers')) return <SessionTotalsView above={<BackToSessions />} />;
  if (id === null) return <SessionList />;
  return id === 'new' ? <NewSession /> : <EditedSession key={id} id={id} />;
}

function BackToSessions() {
  const { t } = useTranslation('studio-sessions');
  return (
    <Link
      href={paths.studioSessions()}
      aria-label={t('title')}
      data-tooltip=""
      className="-ml-3 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
    >
      <Icon name="back" className="size-5" />
    </Link>
  );
}

function NewSession() {
  const { t } = useTranslation('studio-sessions');
  return (
    <StudioFrame bare page="content" place="new" title={t('addTitle')} above={<BackToSessions />}>
      <SessionEditor session={EMPTY_STUDIO_SESSION} />
    </StudioFrame>
  );
}

function EditedSession({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['studio-sessions']);
  const { data, error, refetch } = useStudioSession(id);
  const { scripts } = data?.source ?? EMPTY_STUDIO_SESSION.source;
  const title = parseScriptTitle(i18n.language === 'fr' ? scripts.fr : scripts.en) || data?.slug;
  return (
    <StudioFrame
      bare
      page="content"
      place={id}
      title={title ?? t('studio-sessions:title')}
      above={<BackToSessions />}
    >
      <LoadState data={data} error={error} refetch={refetch} count={6} />
      {data && <SessionEditor session={data} />}
    </StudioFrame>
  );
}
