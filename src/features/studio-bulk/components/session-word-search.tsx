import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { SessionWithFoundWords } from '#shared/contract/admin-find.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineSelect } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type WordFilter, useSessionsWithWords, useReplaceWords } from '../queries.ts';
import { BulkResultNotice } from './bulk-result.tsx';
import {
  MIN_WORD_SEARCH_LENGTH,
  EMPTY_WORD_REPLACEMENT,
  WordSearchFields,
  type WordReplacement,
} from './word-search-fields.tsx';

/** Words in all sessions, to find and to replace. */
export function SessionWordSearchAndReplace({ above }: { above: ReactNode }) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const [words, setWords] = useState(EMPTY_WORD_REPLACEMENT);
  const [language, setLanguage] = useState<Language | null>(null);
  const [asked, setAsked] = useState<WordFilter | null>(null);
  const { replacement, ...search } = words;
  const find = search.find.trim();
  const isTooShort = find.length < MIN_WORD_SEARCH_LENGTH;
  return (
    <StudioFrame
      page="content"
      place="find"
      title={t('studio-sessions:words.title')}
      lead={t('studio-sessions:words.lead')}
      above={above}
    >
      <search className="block">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isTooShort) setAsked({ ...search, find, ...(language && { language }) });
          }}
        >
          <WordSearchFields value={words} onChange={setWords} />
          <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3">
            <Button type="submit" variant="secondary" disabled={isTooShort}>
              {t('studio-sessions:words.go')}
            </Button>
            <InlineSelect
              label={t('studio-sessions:words.language')}
              value={language ?? ''}
              options={[
                { value: '', label: t('studio-sessions:words.both') },
                ...LANGUAGES.map((value) => ({ value, label: t(`common:language.${value}`) })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                setLanguage(LANGUAGES.find((one) => one === value) ?? null)
              }
            />
          </div>
        </form>
      </search>
      {asked && (
        <Found key={JSON.stringify(asked)} asked={asked} replacement={replacement.trim()} />
      )}
    </StudioFrame>
  );
}

/** The sessions in which the words stand, each to be chosen, and the button that replaces them. */
function Found({ asked, replacement }: { asked: WordFilter; replacement: string }) {
  const { t } = useTranslation('studio-sessions');
  const found = useSessionsWithWords(asked);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const sessions = found.data?.pages.flatMap((page) => page.sessions) ?? [];
  const chosen = sessions.filter(({ id }) => !left.has(id));
  const toggle = (id: string) =>
    setLeft((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <div className="mt-8">
      <Replace asked={asked} replacement={replacement} chosen={chosen} />
      <PagedList
        query={found}
        getItems={(page) => page.sessions}
        none={t('words.none')}
        more={t('more')}
      >
        {(shown) => (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {shown.map((session) => (
              <FoundRow
                key={session.id}
                session={session}
                replacement={replacement}
                isChosen={!left.has(session.id)}
                onToggle={() => toggle(session.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function FoundRow({
  session: { id, title, lines },
  replacement,
  isChosen,
  onToggle,
}: {
  session: SessionWithFoundWords;
  replacement: string;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation('studio-sessions');
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] py-2">
      <Checkbox
        label={<span className="sr-only">{t('bulk.choose', { title })}</span>}
        checked={isChosen}
        onChange={onToggle}
      />
      <div className="min-w-0">
        <Link
          href={paths.studioSession(id)}
          className="inline-flex min-h-11 items-center font-medium underline-offset-6 hover:underline"
        >
          {title}
        </Link>
        <ul className="grid gap-1 pb-2">
          {lines.map(({ language, line, text, spans }) => (
            <li
              key={`${language}${line}`}
              className="grid grid-cols-[4rem_minmax(0,1fr)] text-sm wrap-anywhere"
            >
              <span className="tabular text-ink-2">
                {language} {line}
              </span>
              <span lang={language}>
                <MarkedText text={text} spans={spans} replacement={replacement} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** A line with the words in it marked, each followed by what would take its place. */
function MarkedText({
  text,
  spans,
  replacement,
}: {
  text: string;
  spans: readonly (readonly [number, number])[];
  replacement: string;
}) {
  return (
    <>
      {spans.map(([start, end], index) => (
        <span key={start}>
          {text.slice(spans[index - 1]?.[1] ?? 0, start)}
          {replacement === '' ? (
            <mark className="rounded-sm bg-sunk font-medium text-ink">
              {text.slice(start, end)}
            </mark>
          ) : (
            <>
              <del className="text-ink-2">{text.slice(start, end)}</del>{' '}
              <ins className="font-medium no-underline">{replacement}</ins>
            </>
          )}
        </span>
      ))}
      {text.slice(spans.at(-1)?.[1] ?? 0)}
    </>
  );
}

/** The button that replaces the words in the chosen sessions, its question, and what came of it. */
function Replace({
  asked,
  replacement,
  chosen,
}: {
  asked: WordFilter;
  replacement: WordReplacement['replacement'];
  chosen: readonly SessionWithFoundWords[];
}) {
  const { t } = useTranslation(['studio-sessions']);
  const describeError = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const replace = useReplaceWords();
  const count = chosen.length;
  const values = { count, find: asked.find, replacement };
  const label =
    replacement === '' ? 'studio-sessions:words.remove' : 'studio-sessions:words.replace';
  const question =
    replacement === '' ? 'studio-sessions:words.removeText' : 'studio-sessions:words.replaceText';
  return (
    <>
      {count > 0 && (
        <Button variant="secondary" busy={replace.isPending} onClick={() => setOpen(true)}>
          {t(label, { count })}
        </Button>
      )}
      <div className="mt-4 empty:hidden">
        {replace.data && <BulkResultNotice result={replace.data} />}
        {replace.error && <Notice tone="refusal">{describeError(replace.error)}</Notice>}
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('studio-sessions:words.confirm')}
        actions={
          <Button
            onClick={() => {
              setOpen(false);
              replace.mutate({ asked, replacement, chosen });
            }}
          >
            {t(label, { count })}
          </Button>
        }
      >
        {t(question, values)}
      </Dialog>
    </>
  );
}
