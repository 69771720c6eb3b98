import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  keymap,
  WidgetType,
} from '@codemirror/view';

/** Texts beside and under the lines of a script, by line number from 1. */
export interface EditorAnnotations {
  /** Texts in the margin, such as `3:04`. */
  times: ReadonlyMap<number, string>;
  notes: ReadonlyMap<number, readonly LineNote[]>;
}
export interface LineNote {
  text: string;
  isAdvice: boolean;
}

const NOTHING: EditorAnnotations = { times: new Map(), notes: new Map() };

interface Options {
  parent: HTMLElement;
  text: string;
  label: string;
  language: string;
  onChange: (text: string) => void;
}

/** Recomputes the margin and the notes. */
const refresh = StateEffect.define();
const setSpoken = StateEffect.define<number | null>();

class Time extends GutterMarker {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override eq(other: Time): boolean {
    return other.text === this.text;
  }
  override toDOM(): Node {
    return document.createTextNode(this.text);
  }
}

class NoteWidget extends WidgetType {
  readonly note: LineNote;
  constructor(note: LineNote) {
    super();
    this.note = note;
  }
  override eq(other: NoteWidget): boolean {
    return other.note.text === this.note.text && other.note.isAdvice === this.note.isAdvice;
  }
  override toDOM(): HTMLElement {
    const shown = document.createElement('div');
    shown.className = this.note.isAdvice ? 'note advice' : 'note';
    shown.textContent = this.note.text;
    return shown;
  }
}

const THEME = EditorView.theme({
  '&': { color: 'var(--ink)', background: 'transparent', fontSize: '1rem' },
  '&.cm-focused': { outline: '2.5px solid var(--load)', outlineOffset: '3px', borderRadius: '4px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.75rem 0' },
  '.cm-line': { padding: '0.1rem 0.25rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { background: 'transparent', border: '0', color: 'var(--ink-2)' },
  '.cm-times .cm-gutterElement': {
    minWidth: '2.9rem',
    padding: '0.2rem 0.6rem 0 0',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
  },
  '.cm-found': {
    textDecoration: 'underline dotted var(--horizon) 2px',
    textUnderlineOffset: '4px',
  },
  '.cm-spoken': { boxShadow: 'inset 0 -2px 0 var(--horizon)' },
  '.cm-cue': { color: 'var(--ink-2)' },
  '.note': {
    margin: '0.1rem 0 0.45rem 0.25rem',
    padding: '0 0 0 0.6rem',
    borderLeft: '2px solid var(--horizon)',
    color: 'var(--notice)',
    fontSize: '0.9375rem',
  },
  '.note.advice': { borderLeftStyle: 'dotted', color: 'var(--ink-2)' },
});

/** Builds the decorations of a text: directives set back, findings underlined with their notes below. */
function buildDecorations(state: EditorState, { notes }: EditorAnnotations): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    const found = notes.get(number) ?? [];
    const isCue = /^\s*[[#]/u.test(line.text);
    if (isCue) ranges.push(Decoration.line({ class: 'cm-cue' }).range(line.from));
    if (found.length > 0 && line.length > 0)
      ranges.push(Decoration.mark({ class: 'cm-found' }).range(line.from, line.to));
    for (const note of found)
      ranges.push(
        Decoration.widget({ widget: new NoteWidget(note), side: 1, block: true }).range(line.to),
      );
  }
  return Decoration.set(ranges, true);
}

/**
 * Creates a text editor for one script in a shadow root of `parent`: its style sheet is adopted there, because the
 * Content-Security-Policy allows no style element. `onChange` gets the text after every change, `setText` included.
 */
export function createScriptEditor(options: Options) {
  const { parent, text, label, language, onChange } = options;
  let annotate: (text: string) => EditorAnnotations = () => NOTHING;
  const margin = StateField.define<{ marginalia: EditorAnnotations; shown: DecorationSet }>({
    create: (state) => compute(state),
    update: (value, { state, docChanged, effects }) =>
      docChanged || effects.some((effect) => effect.is(refresh)) ? compute(state) : value,
    provide: (field) => EditorView.decorations.from(field, ({ shown }) => shown),
  });
  const compute = (state: EditorState) => {
    const marginalia = annotate(state.doc.toString());
    return { marginalia, shown: buildDecorations(state, marginalia) };
  };
  const spoken = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (value, { state, effects, changes }) => {
      for (const effect of effects)
        if (effect.is(setSpoken)) {
          const line = effect.value;
          if (line === null || line > state.doc.lines) return Decoration.none;
          const at = state.doc.line(line).from;
          return Decoration.set([Decoration.line({ class: 'cm-spoken' }).range(at)]);
        }
      return value.map(changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const times = gutter({
    class: 'cm-times',
    lineMarker: (view, { from }) => {
      const time = view.state
        .field(margin)
        .marginalia.times.get(view.state.doc.lineAt(from).number);
      return time === undefined ? null : new Time(time);
    },
    lineMarkerChange: ({ docChanged, transactions }) =>
      docChanged || transactions.some(({ effects }) => effects.some((one) => one.is(refresh))),
    initialSpacer: () => new Time('00:00'),
  });
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        margin,
        spoken,
        times,
        THEME,
        EditorView.contentAttributes.of({
          'aria-label': label,
          lang: language,
          spellcheck: 'true',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    /** The line of the cursor, from 1. */
    getCursorLine: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    setText: (next: string) => {
      const { doc } = view.state;
      if (doc.toString() !== next)
        view.dispatch({ changes: { from: 0, to: doc.length, insert: next } });
    },
    /** Sets the function that computes the texts beside and under the lines. */
    setAnnotate: (compute: (text: string) => EditorAnnotations) => {
      annotate = compute;
      view.dispatch({ effects: refresh.of(null) });
    },
    /** Marks the line that is spoken; null for none. */
    setSpoken: (line: number | null) => view.dispatch({ effects: setSpoken.of(line) }),
    goTo: (line: number) => {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

export type ScriptEditor = ReturnType<typeof createScriptEditor>;
