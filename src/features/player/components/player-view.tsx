import { useTranslation } from '#web/lib/translation.ts';
import '#web/ui/player-stage.css';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSearch } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useIsWide, useWakeLock } from '#web/lib/device.ts';
import {
  LazyPocketModeWhileOpen,
  LazyPlayerPhoneLockNotice,
} from '#web/features/pocket/components/lazy-pocket.tsx';
import { LessonPlayerBar } from '#web/features/programs/components/lesson-player-bar.tsx';
import { parseOriginLesson } from '#web/features/programs/model.ts';
import { Button } from '#web/ui/button.tsx';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { padPageAboveBar } from '#web/ui/page-padding.ts';
import type { PlayerCommand } from '../engine/keyboard.ts';
import { SKIP_BACK_MS, SKIP_FORWARD_MS } from '../engine/media-keys.ts';
import { canReaderSkipCue } from '../model.ts';
import { playerSettings, usePlayerSettings } from '../session/settings.ts';
import { isPlayedUnvoiced } from '#web/features/narration/engine/player.ts';
import {
  useTapOnWords,
  useCurrentSentenceInView,
} from '#web/features/narration/hooks/use-current-sentence-in-view.ts';
import { isHoldCue } from '#web/features/narration/model.ts';
import {
  useIsTrueForLongerThan,
  useOpenSession,
  usePlayerMessage,
  usePlayerState,
  usePlayerShortcuts,
  useSleepChoice,
} from '../hooks/use-player.ts';
import { AboutAndCompleteSession } from './about-and-complete.tsx';
import { BreathingWindow } from './breathing-window.tsx';
import { PlayerAnnouncer, Captions, Transcript } from './captions.tsx';
import { PlayerControls, ProgressSlider } from './controls.tsx';
import { HoldCuePanel } from '#web/features/self-ratings/components/hold-panel.tsx';
import { PlayerHeader } from './player-header.tsx';

/** Loaded after the page, which is shown without them. */
const SessionEndPanel = createLazyComponent(() =>
  import('./session-end-panel.tsx').then((m) => m.SessionEndPanel),
);
const NextSession = createLazyComponent(() =>
  import('./next-session.tsx').then((m) => m.NextRecommendedSession),
);
const PlayerSettingsDialog = createLazyComponent(() =>
  import('./player-settings-dialog.tsx').then((m) => m.PlayerSettingsDialog),
);

/** For how long the screen stays on while the session waits for the listener, in milliseconds. */
const SCREEN_ON_MS = 300_000;

/** The player's page: artwork, captions, controls, and information below. */
export function PlayerView({ content, gone }: { content: ContentDetail; gone: boolean }) {
  const { t } = useTranslation('player');
  const session = useOpenSession(content);
  const { player } = session;
  const state = usePlayerState(player);
  const { completed, refusal, unpublished, startedAt, selfRatings } = useSyncExternalStore(
    session.subscribe,
    session.getStatus,
    session.getStatus,
  );
  const { voice, letterKeys } = usePlayerSettings();
  const [reading, setReading] = useState(false);
  // What comes next has room beside what this is about, and is loaded only there.
  const isWide = useIsWide();
  const lesson = parseOriginLesson(useSearch());
  const words = useRef<HTMLDivElement>(null);
  useCurrentSentenceInView(words);
  useTapOnWords(words, player.readOn);
  // Null until it was opened once.
  const [soundOpen, setSoundOpen] = useState<boolean | null>(null);
  // What is not shown at first: at the end of the session there may be no network.
  useEffect(() => {
    void PlayerSettingsDialog.preload();
    void SessionEndPanel.preload();
  }, []);
  const [byHand, setByHand] = useState(false);
  // Returning to a session that is already playing is not resuming.
  const [isFromStart, setIsFromStart] = useState(player.playedMs() > 0);
  const resumed = startedAt > 0 && !isFromStart;
  const sleeping = useSleepChoice(session) !== null;
  // With a sleep timer, or while the session waits for long, the screen may turn off.
  const waitsLong = useIsTrueForLongerThan(state.held, SCREEN_ON_MS);
  useWakeLock(state.playing && !sleeping && !waitsLong);
  const commands: Record<PlayerCommand, () => void> = {
    toggle: player.toggle,
    back: () => player.skip(-SKIP_BACK_MS),
    forward: () => player.skip(SKIP_FORWARD_MS),
    mute: () => playerSettings.change({ voice: !voice }),
    transcript: () => setReading(!reading),
  };
  usePlayerShortcuts(letterKeys, (command) => commands[command]());

  // Finished by hand, a session stays finished until it is played again; a pause near the end does not finish it.
  const [putAway, setPutAway] = useState(false);
  if (putAway && state.playing) setPutAway(false);
  const over = state.ended || (putAway && !refusal);
  const done = completed || content.completed;
  const cue = content.cues[state.cue];
  const hold = state.held && !over && isHoldCue(cue) ? cue : null;
  // What the session asks comes before its text, which can be opened again.
  const [asked, setAsked] = useState<number | null>(null);
  const asks = hold ? state.cue : null;
  if (asked !== asks) {
    setAsked(asks);
    if (hold) setReading(false);
  }
  const completeByHand = () => {
    setByHand(true);
    setPutAway(true);
    setReading(false);
    session.markComplete();
  };
  const startAgain = () => {
    setIsFromStart(true);
    player.seek(0);
  };
  const listenAgain = () => {
    setByHand(false);
    startAgain();
    player.play();
    // The pressed button disappeared, so the heading takes the focus.
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };
  const noteText = usePlayerMessage({
    content,
    state,
    refusal,
    isGone: unpublished || gone,
    resumed,
  });
  const canReadOn = state.playing && isPlayedUnvoiced(state) && canReaderSkipCue(cue);
  const note = (
    <PlayerNote
      text={noteText}
      action={
        resumed && !state.playing && !over
          ? { label: t('resume.again'), run: startAgain }
          : canReadOn
            ? { label: t('readOn'), run: player.readOn }
            : null
      }
    />
  );
  // What is longer than the screen scrolls; captions never do.
  const scrolls = reading || over || hold !== null;
  return (
    <div className="mx-auto w-full max-w-6xl px-5 wide:px-8">
      <div className="player-stage" data-scrolls={scrolls || undefined}>
        <div className="player-grid">
          <div className="player-head">
            <PlayerHeader content={content} />
          </div>
          <div className={`player-art ${scrolls ? 'max-wide:hidden' : ''}`}>
            <BreathingWindow content={content} player={player} state={state} />
          </div>
          <div data-player="" className="contents">
            <div className="player-words" ref={words}>
              {reading && <Transcript content={content} player={player} state={state} />}
              <LessonPlayerBar over={over} selfRatings={selfRatings} />
              {!reading && over && (
                <SessionEndPanel
                  content={content}
                  byHand={byHand}
                  onComplete={done ? null : completeByHand}
                  refused={refusal !== null}
                  selfRatings={selfRatings}
                  onAgain={listenAgain}
                  onRead={commands.transcript}
                />
              )}
              {!reading && !over && <Captions content={content} state={state} />}
              {!reading && hold && (
                <HoldCuePanel
                  key={state.cue}
                  cue={hold}
                  value={selfRatings.find((one) => one.cue === state.cue)?.value ?? null}
                  onRate={session.rate}
                  onGoOn={player.goOn}
                />
              )}
              {over && !reading && note}
            </div>
            {(reading || !over) && (
              <div ref={padPageAboveBar} data-bar="" className="player-bar">
                {/* Room for the note, so that the controls stay where they are when it comes and goes. */}
                <div className="player-note">{note}</div>
                <LazyPlayerPhoneLockNotice content={content} state={state} />
                <ProgressSlider session={session} playing={state.playing} />
                <PlayerControls
                  player={player}
                  state={state}
                  reading={reading}
                  onSound={() => setSoundOpen(true)}
                  onTranscript={commands.transcript}
                />
              </div>
            )}
          </div>
        </div>
      </div>
      <PlayerAnnouncer
        content={content}
        player={player}
        state={state}
        over={over && (done ? 'complete' : 'atEnd')}
      />
      <div className="max-wide:render-late-130 mx-auto mt-8 max-w-2xl pb-16 wide:grid wide:max-w-none wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] wide:gap-16 roomy:gap-24">
        <DeferredChildren>
          <AboutAndCompleteSession
            content={content}
            completed={done}
            onComplete={over && !reading ? null : completeByHand}
          />
          {isWide && !over && !lesson && (
            <div>
              <NextSession id={content.id} />
            </div>
          )}
        </DeferredChildren>
      </div>
      <LazyPocketModeWhileOpen content={content} state={state} />
      {soundOpen !== null && (
        <PlayerSettingsDialog
          open={soundOpen}
          onClose={() => setSoundOpen(false)}
          session={session}
        />
      )}
    </div>
  );
}

function PlayerNote(props: { text: string; action: { label: string; run: () => void } | null }) {
  if (!props.text && !props.action) return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
      <output className="grow basis-40 leading-snug">{props.text}</output>
      {props.action && (
        <Button variant="quiet" className="min-h-11 shrink-0" onClick={props.action.run}>
          {props.action.label}
        </Button>
      )}
    </div>
  );
}
