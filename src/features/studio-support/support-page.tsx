import { Link, useSearch } from 'wouter';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { AddLink, BackLink } from '#web/features/admin/components/place-links.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { SupportInbox } from './components/inbox.tsx';
import { QuestionThread } from './components/question.tsx';
import { EMPTY_SAVED_REPLY, SavedReplyForm } from './components/reply-form.tsx';
import { SavedReplyList } from './components/reply-list.tsx';
import { SupportSettingsForm } from './components/settings-form.tsx';
import { SUPPORT_VIEWS, type SupportView } from './model.ts';
import { useSupportQuestion, useSavedReply, useSupportSettings } from './queries.ts';

/** `/admin/support`: the inbox, the saved replies or the settings, or the question or reply that the URL names. */
export default function StudioSupportPage() {
  const { t } = useTranslation('studio-support');
  const search = new URLSearchParams(useSearch());
  const id = search.get('id');
  const reply = search.get('reply');
  if (id !== null) return <OpenQuestion key={id} id={id} />;
  if (reply === 'new') return <NewReply />;
  if (reply !== null) return <EditedReply key={reply} id={reply} />;
  const view = SUPPORT_VIEWS.find((one) => one === search.get('view')) ?? 'waiting';
  return (
    <StudioFrame
      page="support"
      title={t('title')}
      lead={t(view === 'replies' ? 'replies.lead' : view === 'settings' ? 'settings.lead' : 'lead')}
      action={view === 'replies' && <AddReply />}
    >
      <Views view={view} />
      {view === 'replies' ? (
        <SavedReplyList />
      ) : view === 'settings' ? (
        <Settings />
      ) : (
        <SupportInbox key={view} state={view} />
      )}
    </StudioFrame>
  );
}

function Views({ view }: { view: SupportView }) {
  const { t } = useTranslation('studio-support');
  return (
    <nav aria-label={t('views.label')} className="mb-6">
      <ul className="flex flex-wrap gap-x-6">
        {SUPPORT_VIEWS.map((one) => (
          <li key={one}>
            <Link
              href={paths.studioSupport(one === 'waiting' ? undefined : one)}
              aria-current={one === view ? 'page' : undefined}
              className="inline-flex min-h-11 items-center text-ink-2 underline-offset-8 hover:underline aria-[current]:text-ink aria-[current]:underline"
            >
              {t(`views.${one}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AddReply() {
  const { t } = useTranslation('studio-support');
  return <AddLink href={paths.studioReply('new')}>{t('replies.add')}</AddLink>;
}

function Back({ view }: { view: SupportView }) {
  const { t } = useTranslation('studio-support');
  return (
    <BackLink href={paths.studioSupport(view === 'waiting' ? undefined : view)}>
      {t(view === 'waiting' ? 'title' : `views.${view}`)}
    </BackLink>
  );
}

function Settings() {
  const { data, error, refetch } = useSupportSettings();
  if (!data) return <LoadState data={data} error={error} refetch={refetch} count={4} />;
  return <SupportSettingsForm settings={data} />;
}

function OpenQuestion({ id }: { id: string }) {
  const { t } = useTranslation('studio-support');
  const { data, error, refetch } = useSupportQuestion(id);
  return (
    <StudioFrame
      page="support"
      place={id}
      title={data?.from ?? t('title')}
      above={<Back view="waiting" />}
    >
      {data ? (
        <QuestionThread question={data} readAgain={() => void refetch()} />
      ) : (
        <LoadState data={data} error={error} refetch={refetch} count={4} />
      )}
    </StudioFrame>
  );
}

function NewReply() {
  const { t } = useTranslation('studio-support');
  return (
    <StudioFrame
      page="support"
      place="new"
      title={t('replies.addTitle')}
      above={<Back view="replies" />}
    >
      <SavedReplyForm reply={EMPTY_SAVED_REPLY} />
    </StudioFrame>
  );
}

function EditedReply({ id }: { id: string }) {
  const { t } = useTranslation('studio-support');
  const { data, error, refetch } = useSavedReply(id);
  return (
    <StudioFrame
      page="support"
      place={id}
      title={data?.title ?? t('views.replies')}
      above={<Back view="replies" />}
    >
      {data ? (
        <SavedReplyForm reply={data} />
      ) : (
        <LoadState data={data} error={error} refetch={refetch} count={4} />
      )}
    </StudioFrame>
  );
}
