import { useCallback, useMemo, useRef, useState } from 'react';
import type { SessionSource, StudioSession } from '#shared/contract/admin-contents.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { timeScript } from '#shared/rules/script-lines.ts';
import { findSessionFindings } from '#shared/rules/session-findings.ts';
import { EditConflictNotice } from '#web/features/admin/components/edit-conflict.tsx';
import { UnsavedNotices } from '#web/features/admin/components/unsaved.tsx';
import { useEditForm } from '#web/features/admin/hooks/use-edit.ts';
import { useSaveShortcut } from '#web/features/admin/hooks/use-draft-on-device.ts';
import { NarrateButton } from '#web/features/studio-generation/components/narrate.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { ScriptEditor } from '../engine/script-editor.ts';
import { diffSessionSources, findPreviewStartMs, parseRefusedField } from '../model.ts';
import { fetchSession, useFetchStoredSession, useSaveSession } from '../queries.ts';
import { FactsForm } from './facts-form.tsx';
import { ScriptPreview, type ScriptPreviewSnapshot } from './preview.tsx';
import { RecordingField } from './recording.tsx';
import { ScriptColumn } from './script-column.tsx';
import { SessionPublicationBar } from './session-publication-bar.tsx';
import { WordSearchAndPreviewLinks } from './word-search-and-preview-links.tsx';

/** The editor of a session: both scripts side by side, with its facts, recordings, state and versions. */
export function SessionEditor({ session }: { session: StudioSession }) {
  const { t } = useTranslation(['studio-sessions', 'common', 'errors']);
  const [shown, setShown] = useState<Language>('en');
  const [preview, setPreview] = useState<ScriptPreviewSnapshot | null>(null);
  const [spokenLine, setSpokenLine] = useState<number | null>(null);
  const editors = useRef<Partial<Record<Language, ScriptEditor | null>>>({});
  const describeError = useErrorMessage();
  const save = useSaveSession();
  const reread = useFetchStoredSession();
  const edit = useEditForm({
    keepAs: 'session',
    initial: session,
    toDraft: ({ source: saved }) => saved,
    compare: (mine, theirs) =>
      diffSessionSources(mine, theirs.source, (name) =>
        t(`studio-sessions:facts.${name}` as 'studio-sessions:facts.kind'),
      ),
    save,
    savedText: ({ version }) => t('studio-sessions:saved', { version }),
    getPath: paths.studioSession,
    fetchStored: () => fetchSession(session.id),
    onReplaced: (words) => showInEditors(words),
  });
  const { stored, setStored, draft: source, setDraft: setSource, onRefused } = edit;
  const { isChanged, conflict } = edit.frame;
  const { facts, scripts } = source;
  const findings = useMemo(() => findSessionFindings(scripts, facts), [scripts, facts]);

  function showInEditors({ scripts: texts }: SessionSource): void {
    for (const language of LANGUAGES) editors.current[language]?.setText(texts[language]);
  }
  function restore(version: SessionSource): void {
    setSource(version);
    showInEditors(version);
  }
  function listen(language: Language): void {
    const timed = timeScript(scripts[language], { language, ...facts });
    const line = editors.current[language]?.getCursorLine() ?? 1;
    setPreview({
      language,
      facts,
      timed,
      startMs: findPreviewStartMs(timed, line),
      key: Date.now(),
    });
  }
  /** A narration was put to what is saved; what is written here stays. */
  const takeNarration = useCallback(
    () => reread.mutate(stored.id, { onSuccess: setStored }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a mutation is another object each time
    [stored.id],
  );
  const fieldFaults = Object.entries(edit.faults);
  const nameField = (path: string) => {
    const field = parseRefusedField(path);
    if (field === null) return '';
    if ('fact' in field)
      return t(`studio-sessions:facts.${field.fact}` as 'studio-sessions:facts.kind');
    return t('studio-sessions:script', { language: t(`common:language.${field.script}`) });
  };
  const onSave = () => edit.submit({ id: stored.id, version: stored.version, source });
  useSaveShortcut(() => {
    if (isChanged && conflict === null && !save.isPending) onSave();
  });

  return (
    <>
      <SessionPublicationBar
        stored={stored}
        source={source}
        isChanged={isChanged}
        isAutosaved={edit.frame.isAutosaved}
        isSaving={save.isPending}
        isBlocked={conflict !== null}
        faults={LANGUAGES.flatMap((one) => findings[one]).filter((one) => !one.isAdvice).length}
        onSave={onSave}
        onState={setStored}
        onConflict={onRefused}
        onRestore={restore}
      />
      <UnsavedNotices {...edit.frame.unsaved} />
      {conflict && (
        <div className="mb-6">
          <EditConflictNotice {...conflict} />
        </div>
      )}
      {save.error && !conflict && (
        <div className="mb-6">
          <Notice tone="refusal">
            {describeError(save.error)}
            {fieldFaults.map(([field, fault]) => (
              <span key={field} className="block">
                {[nameField(field), t(fault)].filter(Boolean).join(' · ')}
              </span>
            ))}
          </Notice>
        </div>
      )}
      <FactsForm
        facts={facts}
        id={stored.id}
        isOpen={stored.id === ''}
        onChange={(next) => setSource((now) => ({ ...now, facts: next }))}
      />
      <LanguageKeys shown={shown} onShow={setShown} findings={findings} />
      <div className="grid gap-x-12 wide:grid-cols-2 wide:divide-x wide:divide-line">
        {LANGUAGES.map((language, index) => (
          <ScriptColumn
            key={language}
            language={language}
            text={scripts[language]}
            facts={facts}
            findings={findings[language]}
            className={`${language === shown ? '' : 'max-wide:hidden'} ${index === 1 ? 'wide:pl-12' : ''}`}
            spokenLine={preview?.language === language ? spokenLine : null}
            onReady={(editor) => {
              editors.current[language] = editor;
            }}
            onChange={(text) =>
              setSource((now) => ({ ...now, scripts: { ...now.scripts, [language]: text } }))
            }
            onListen={() => listen(language)}
          >
            <RecordingField
              stored={stored}
              language={language}
              isChanged={isChanged || conflict !== null}
              onSaved={setStored}
              onConflict={onRefused}
            >
              <NarrateButton
                session={stored}
                language={language}
                disabled={isChanged || stored.id === ''}
                onDone={takeNarration}
              />
            </RecordingField>
          </ScriptColumn>
        ))}
      </div>
      <WordSearchAndPreviewLinks id={stored.id} source={source} onReplace={restore} />
      {preview && (
        <ScriptPreview
          key={preview.key}
          preview={preview}
          onLine={setSpokenLine}
          onClose={() => setPreview(null)}
        />
      )}
    </>
  );
}

/** On a phone the languages are two keys with their findings counted. */
function LanguageKeys({
  shown,
  onShow,
  findings,
}: {
  shown: Language;
  onShow: (language: Language) => void;
  findings: Record<Language, readonly unknown[]>;
}) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  return (
    <fieldset className="mt-6 grid grid-cols-2 rounded-full border border-edge p-1 wide:hidden">
      <legend className="sr-only">{t('studio-sessions:languages')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          aria-pressed={language === shown}
          onClick={() => onShow(language)}
          className="min-h-11 rounded-full px-4 aria-pressed:bg-sunk aria-pressed:font-medium"
        >
          {t(`common:language.${language}`)}{' '}
          <span className="text-notice">
            {findings[language].length > 0 && findings[language].length}
            <span className="sr-only">
              {t('studio-sessions:findingCount', { count: findings[language].length })}
            </span>
          </span>
        </button>
      ))}
    </fieldset>
  );
}
