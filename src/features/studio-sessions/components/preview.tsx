import { useEffect, useEffectEvent, useState } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { TimedScript } from '#shared/rules/script-lines.ts';
import { usePlayerState } from '#web/features/player/hooks/use-player.ts';
import { ProgressSlider } from '#web/features/player/components/controls.tsx';
import {
  createOpenSession,
  type ListenRecorder,
} from '#web/features/player/engine/open-session.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** What is heard, as it was when it was asked for. */
export interface ScriptPreviewSnapshot {
  language: Language;
  facts: SessionSource['facts'];
  timed: TimedScript;
  /** Where it begins, in milliseconds. */
  startMs: number;
  key: number;
}

/** A preview counts as no listen. */
const NO_RECORDER: ListenRecorder = {
  record: () => undefined,
  saveUnfinished: () => undefined,
  onBeforeFlush: () => () => undefined,
  onOutcome: () => () => undefined,
};

/** A draft as the player takes it. */
function toContent({ language, facts, timed }: ScriptPreviewSnapshot): ContentDetail {
  const { author, ...rest } = facts;
  const nothing = { rating: null, selfRatings: null, listenedAt: null, completedAt: null };
  return {
    ...rest,
    ...nothing,
    id: crypto.randomUUID(),
    slug: '',
    language,
    title: '',
    summary: '',
    tags: [],
    author,
    authorId: '',
    authorAbout: '',
    authorPortrait: null,
    sources: [],
    durationMs: timed.durationMs,
    publishedAt: '',
    completed: false,
    cues: timed.cues,
    recordingUrl: null,
    positionMs: 0,
  };
}

/**
 * Plays an unsaved script in the player that people use, from a position on; `onLine` is called with the line being
 * spoken.
 */
export function ScriptPreview({
  preview,
  onLine,
  onClose,
}: {
  preview: ScriptPreviewSnapshot;
  onLine: (line: number | null) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['studio-sessions', 'player', 'ui']);
  const [session] = useState(() => createOpenSession(toContent(preview), '', NO_RECORDER));
  const { player } = session;
  const state = usePlayerState(player);
  const cue = preview.timed.cues[state.cue];
  const line = preview.timed.lines.find(({ cues }) => cue && cues.includes(cue))?.line ?? null;
  const tellLine = useEffectEvent(onLine);
  useEffect(() => tellLine(line), [line]);
  useEffect(() => {
    session.open();
    player.seek(preview.startMs);
    player.play();
    return () => {
      session.close();
      tellLine(null);
    };
  }, [session, player, preview.startMs]);
  return (
    <section
      aria-label={t('studio-sessions:preview.label')}
      className="sticky bottom-(--banner) z-10 -mx-5 border-t border-line bg-ground px-5 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] wide:-mx-8 wide:px-8"
    >
      <p lang={preview.language} className="min-h-12 font-serif text-lg">
        {cue?.type === 'say' ? cue.text : '…'}
      </p>
      <div className="flex items-center gap-4">
        <IconButton
          filled
          label={t(state.playing ? 'player:controls.pause' : 'player:controls.play')}
          className="shrink-0"
          onClick={player.toggle}
        >
          <Icon name={state.playing ? 'pause' : 'play'} />
        </IconButton>
        <div className="min-w-0 grow">
          <ProgressSlider session={session} playing={state.playing} />
        </div>
        {state.held && (
          <Button variant="secondary" onClick={player.goOn}>
            {t('studio-sessions:preview.goOn')}
          </Button>
        )}
        <IconButton label={t('ui:actions.close')} className="shrink-0" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
    </section>
  );
}
