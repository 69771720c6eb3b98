import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { StudioSearchResults } from '#shared/contract/admin-search.ts';
import { isRoleAdmitted } from '#shared/rules/roles.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePlaces } from '../hooks/use-places.ts';
import { findPlaces, getSettingPath, MIN_WORDS_LENGTH, type NamedStudioPlace } from '../model.ts';
import { useSearchStudio } from '../queries.ts';

interface SearchDialogProps {
  pages: readonly NamedStudioPlace[];
  onClose: () => void;
}

/** One field that looks through the studio: sessions, people, questions, emails, settings and pages. */
export function SearchDialog({ pages, onClose }: SearchDialogProps) {
  const { t } = useTranslation(['studio-search']);
  const describeError = useErrorMessage();
  const { role } = useProfile();
  const [words, setWords] = useState('');
  const [reason, setReason] = useState('');
  const search = useSearchStudio();
  const places = findPlaces(usePlaces(pages), words);
  const wanted = words.trim();
  const why = reason.trim();
  return (
    <Dialog open wide onClose={onClose} title={t('studio-search:title')}>
      <search>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted.length >= MIN_WORDS_LENGTH)
              search.mutate({ words: wanted, ...(why !== '' && { reason: why }) });
          }}
        >
          <TextField
            type="search"
            autoComplete="off"
            label={t('studio-search:words')}
            hint={t('studio-search:hint')}
            maxLength={100}
            value={words}
            onChange={({ currentTarget: { value } }) => setWords(value)}
          />
          {isRoleAdmitted('support', role) && (
            <TextField
              autoComplete="off"
              label={t('studio-search:reason')}
              hint={t('studio-search:reasonHint')}
              maxLength={300}
              value={reason}
              onChange={({ currentTarget: { value } }) => setReason(value)}
            />
          )}
          <Button
            type="submit"
            className="justify-self-start"
            busy={search.isPending}
            disabled={wanted.length < MIN_WORDS_LENGTH}
          >
            {t('studio-search:search')}
          </Button>
        </form>
      </search>
      {search.error && <Notice tone="refusal">{describeError(search.error)}</Notice>}
      <output className="mt-6 block empty:hidden">
        {search.data && <Hits hits={search.data} onChoose={onClose} />}
        {wanted.length >= MIN_WORDS_LENGTH && (
          <Found title={t('studio-search:kinds.places')} none={t('studio-search:none')}>
            {places.map((place) => (
              <Hit key={place.key} place={place} onChoose={onClose} />
            ))}
          </Found>
        )}
      </output>
    </Dialog>
  );
}

function Hits({ hits, onChoose }: { hits: StudioSearchResults; onChoose: () => void }) {
  const { t, i18n } = useTranslation('studio-search');
  const kinds = {
    sessions: hits.sessions?.map(({ id, titles }) => ({
      key: id,
      title: titles.join(' · '),
      path: paths.studioSession(id),
    })),
    people: hits.people?.map(({ id, name, email }) => ({
      key: id,
      title: name === '' ? email : `${name} · ${email}`,
      path: paths.studioPerson(id),
    })),
    questions: hits.questions?.map(({ id, excerpt }) => ({
      key: id,
      title: `… ${excerpt} …`,
      path: paths.studioQuestion(id),
    })),
    settings: hits.settings.map(({ place, id, excerpt }, at) => ({
      key: String(at),
      title:
        place === 'environment'
          ? `${t('settings.environment')} · ${id}: ${excerpt}`
          : `${t(`settings.${place}`)} · … ${excerpt} …`,
      path: getSettingPath(place, id ?? ''),
    })),
    emails: hits.emails?.map(({ id, keptAt, subject }) => ({
      key: id,
      title: `${subject} · ${formatDateTime(new Date(keptAt), i18n.language)}`,
      path: `${paths.admin()}?email=${id}`,
    })),
  };
  return (['sessions', 'people', 'questions', 'settings', 'emails'] as const).map(
    (kind) =>
      kinds[kind] && (
        <Found key={kind} title={t(`kinds.${kind}`)} none={t('none')}>
          {kinds[kind].map((place) => (
            <Hit key={place.key} place={place} onChoose={onChoose} />
          ))}
        </Found>
      ),
  );
}

function Found({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-lg">{title}</h3>
      {children.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}

function Hit({ place, onChoose }: { place: NamedStudioPlace; onChoose: () => void }) {
  return (
    <li>
      <Link
        href={place.path}
        onClick={onChoose}
        className="flex min-h-11 items-center py-1.5 wrap-anywhere underline-offset-6 hover:underline"
      >
        {place.title}
      </Link>
    </li>
  );
}
