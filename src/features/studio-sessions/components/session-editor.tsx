import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { SessionSource, StudioSession } from '#shared/contract/admin-contents.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { timeScript } from '#shared/rules/script-lines.ts';
import { findSessionFindings } from '#shared/rules/session-findings.ts';
import { EditConflict } from '#web/features/admin/components/edit-conflict.tsx';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { NarrateButton } from '#web/features/studio-generation/components/narrate.tsx';
import { hasErrorCode } from '#web/lib/api.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { ScriptEditor } from '../engine/script-editor.ts';
import { findPreviewStart, listSessionDifferences } from '../model.ts';
import { useFetchStoredSession, useSaveSession } from '../queries.ts';
import { FactsForm } from './facts-form.tsx';
import { ScriptPreview, type PreviewedSession } from './preview.tsx';
import { RecordingField } from './recording.tsx';
import { ScriptColumn } from './script-column.tsx';
import { SessionBar } from './session-bar.tsx';

/** The editor of a session: both scripts side by side, with its facts, recordings, state and versions. */
export function SessionEditor({ session }: { session: StudioSession }) {
  const { t } = useTranslation(['studio-sessions', 'common', 'errors']);
  const [stored, setStored] = useState(session);
  const [source, setSource] = useState(session.source);
  const [theirs, setTheirs] = useState<StudioSession | null>(null);
  const [shown, setShown] = useState<Language>('en');
  const [preview, setPreview] = useState<PreviewedSession | null>(null);
  const [spokenLine, setSpokenLine] = useState<number | null>(null);
  const editors = useRef<Partial<Record<Language, ScriptEditor | null>>>({});
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const save = useSaveSession();
  const reread = useFetchStoredSession();
  const { facts, scripts } = source;
  const findings = useMemo(() => findSessionFindings(scripts, facts), [scripts, facts]);
  const isChanged = JSON.stringify(source) !== JSON.stringify(stored.source);
  useUnsavedWarning(isChanged);

  /** Replaces what is written, in the editors too. */
  function take(next: SessionSource): void {
    setSource(next);
    for (const language of LANGUAGES) editors.current[language]?.setText(next.scripts[language]);
  }
  function saveAll(): void {
    const { id, version } = stored;
    save.mutate(
      { id, version, source },
      {
        onSuccess: (saved) => {
          setStored(saved);
          toast({ title: t('studio-sessions:saved', { version: saved.version }) });
          if (id === '') navigate(paths.studioSession(saved.id), { replace: true });
        },
        onError: (error) => {
          if (hasErrorCode(error, 'conflict')) onConflict();
        },
      },
    );
  }
  const onConflict = () => reread.mutate(stored.id, { onSuccess: setTheirs });
  function settle(kept: SessionSource): void {
    if (theirs) setStored(theirs);
    take(kept);
    setTheirs(null);
    save.reset();
  }
  function listen(language: Language): void {
    const timed = timeScript(scripts[language], { language, ...facts });
    const line = editors.current[language]?.getCursorLine() ?? 1;
    setPreview({ language, facts, timed, startMs: findPreviewStart(timed, line), key: Date.now() });
  }
  /** A narration was put to what is saved; what is written here stays. */
  const takeNarration = useCallback(
    () => reread.mutate(stored.id, { onSuccess: setStored }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a mutation is another object each time
    [stored.id],
  );
  const fieldFaults = Object.entries(getFieldFaults(save.error));

  return (
    <>
      <SessionBar
        stored={stored}
        source={source}
        isChanged={isChanged}
        isSaving={save.isPending}
        isBlocked={theirs !== null}
        faults={LANGUAGES.flatMap((one) => findings[one]).filter((one) => !one.isAdvice).length}
        onSave={saveAll}
        onState={setStored}
        onConflict={onConflict}
        onRestore={take}
      />
      {theirs && (
        <div className="mb-6">
          <EditConflict
            lastEdit={theirs.lastEdit}
            differences={listSessionDifferences(source, theirs.source, (name) =>
              t(`studio-sessions:facts.${name}` as 'studio-sessions:facts.kind'),
            )}
            onKeepMine={() => settle(source)}
            onTakeTheirs={() => settle(theirs.source)}
          />
        </div>
      )}
      {save.error && !theirs && (
        <div className="mb-6">
          <Notice tone="refusal">
            {describeError(save.error)}
            {fieldFaults.map(([field, fault]) => (
              <span key={field} className="block">
                {field.replace(/^source\./u, '')}: {t(fault)}
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
              isChanged={isChanged || theirs !== null}
              onSaved={setStored}
              onConflict={onConflict}
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
