import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/rules/languages.ts';
import { timeScript } from '#shared/rules/script-lines.ts';
import { type ScriptFinding, findScriptFindings } from '#shared/rules/session-findings.ts';
import { formatClock } from '#web/lib/format.ts';
import { type Translate, useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { createScriptEditor, type LineNote, type ScriptEditor } from '../engine/script-editor.ts';
import { computeEditorScriptFigures } from '../model.ts';

interface ScriptColumnProps {
  language: Language;
  text: string;
  facts: SessionSource['facts'];
  /** Those about the whole script are listed here; those of a line stand under it. */
  findings: readonly ScriptFinding[];
  spokenLine: number | null;
  className: string;
  onReady: (editor: ScriptEditor | null) => void;
  onChange: (text: string) => void;
  onListen: () => void;
  children: ReactNode;
}

/** The column of the editor for a session's script in one language: its figures, its findings and the text. */
export function ScriptColumn(props: ScriptColumnProps) {
  const { language, text, facts, findings, className, onListen, children } = props;
  const { t } = useTranslation(['studio-sessions', 'common']);
  const describe = useDescribeFinding();
  const timed = useMemo(
    () => timeScript(text, { language, kind: facts.kind, category: facts.category }),
    [text, language, facts.kind, facts.category],
  );
  const { seconds, words, pace } = computeEditorScriptFigures(timed);
  const whole = findings.filter(({ line }) => line === null);
  return (
    <section className={`min-w-0 pt-3 ${className}`}>
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 className="text-xl">{t(`common:language.${language}`)}</h2>
        <p className="tabular grow text-sm text-ink-2">
          {t('studio-sessions:figures', { length: formatClock(seconds), count: words, pace })}
        </p>
        <Button
          variant="quiet"
          className="min-h-11 text-sm"
          icon={<Icon name="play" className="size-5" />}
          disabled={timed.durationMs === 0}
          onClick={onListen}
        >
          {t('studio-sessions:preview.listen')}
        </Button>
      </div>
      <Rhythm timed={timed} />
      {whole.length > 0 && (
        <ul className="mt-2 grid gap-1.5 border-l-2 border-horizon pl-3 text-sm text-notice">
          {whole.map((finding) => (
            <li key={`${finding.code}${String(finding.values['name'])}`}>{describe(finding)}</li>
          ))}
        </ul>
      )}
      <Editor {...props} describe={describe} />
      {children}
    </section>
  );
}

/** The script's rhythm as a strip: what is said, and the silences between. */
function Rhythm({ timed: { lines, durationMs } }: { timed: ReturnType<typeof timeScript> }) {
  if (durationMs === 0) return null;
  return (
    <svg
      viewBox={`0 0 ${durationMs} 3`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-1 h-0.75 w-full text-horizon"
    >
      {lines
        .filter(({ cues }) => cues[0]?.type === 'say')
        .map(({ line, at, duration }) => (
          <rect key={line} x={at} width={duration} height="3" fill="currentColor" />
        ))}
    </svg>
  );
}

function Editor({
  language,
  text,
  facts,
  spokenLine,
  onReady,
  onChange,
  describe,
}: Omit<ScriptColumnProps, 'children'> & { describe: (finding: ScriptFinding) => string }) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ScriptEditor | null>(null);
  const label = t('studio-sessions:script', { language: t(`common:language.${language}`) });
  const change = useEffectEvent(onChange);
  const ready = useEffectEvent(onReady);
  const begin = useEffectEvent((parent: HTMLElement, name: string) =>
    createScriptEditor({ parent, text, label: name, language, onChange: (now) => change(now) }),
  );
  useEffect(() => {
    if (!host.current) return undefined;
    const created = begin(host.current, label);
    editor.current = created;
    ready(created);
    return () => {
      ready(null);
      editor.current = null;
      created.destroy();
    };
  }, [label]);
  useEffect(
    () => editor.current?.setAnnotate((now) => annotate(now, language, facts, describe)),
    [language, facts, describe],
  );
  useEffect(() => editor.current?.setSpoken(spokenLine), [spokenLine]);
  return <div ref={host} className="mt-1 min-h-64" />;
}

/** Computes the times in the margin of a script, and the findings under its lines. */
function annotate(
  text: string,
  language: Language,
  facts: SessionSource['facts'],
  describe: (finding: ScriptFinding) => string,
) {
  const timed = timeScript(text, { language, ...facts });
  const times = new Map(timed.lines.map(({ line, at }) => [line, formatClock(at / 1000)]));
  const notes = new Map<number, LineNote[]>();
  for (const finding of findScriptFindings(text, language, facts)) {
    if (finding.line === null) continue;
    const note = { text: describe(finding), isAdvice: finding.isAdvice };
    notes.set(finding.line, [...(notes.get(finding.line) ?? []), note]);
  }
  return { times, notes };
}

function describe(
  t: Translate<'studio-sessions'>,
  { code, values, message }: ScriptFinding,
): string {
  const { name } = values;
  const scale = name === 'fear' || name === 'sure' ? { name: t(`scales.${name}`) } : {};
  const key = `findings.${code}` as 'findings.length';
  return t(key, { ...values, ...scale, defaultValue: message ?? code });
}

/**
 * Returns a function that describes a finding in the page's language; by the parser's own message where the catalogue
 * has no text.
 */
function useDescribeFinding(): (finding: ScriptFinding) => string {
  const { t } = useTranslation('studio-sessions');
  return useCallback((finding: ScriptFinding) => describe(t, finding), [t]);
}
