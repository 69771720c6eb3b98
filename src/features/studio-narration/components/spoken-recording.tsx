import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SpokenSentence } from '#shared/contract/admin-approvals.ts';
import { isGenerationUnfinished } from '#web/features/studio-generation/model.ts';
import { useGenerations, useStartNarration } from '#web/features/studio-generation/queries.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useSentencePlayback } from '../hooks/use-sentence-playback.ts';
import { findListeningAction, LISTENING_KEYS, type ListeningAction } from '../model.ts';
import { type RecordingKey, useApproveRecording, useSpokenRecording } from '../queries.ts';
import { SayOtherwiseDialog } from './say-otherwise.tsx';
import { SentenceRow } from './sentence-row.tsx';

interface SpokenRecordingProps {
  recordingKey: RecordingKey;
  recording: ReplyOf<'GET /api/admin/contents/:id/narration'>;
  onNext: () => void;
}

/** One recording that waits: its sentences, played one after the other, and what can be done about each; by keys alone. */
export function SpokenRecordingReview({ recordingKey, recording, onNext }: SpokenRecordingProps) {
  const { t } = useTranslation(['studio-narration', 'studio-generation']);
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const { version, url, title, sentences } = recording;
  const playback = useSentencePlayback(sentences);
  const approval = useApproveRecording(recordingKey);
  const { again, isSpeaking, failure } = useAnotherTake(recordingKey, version);
  const [isChanging, setChanging] = useState(false);
  const { current, isPlaying } = playback;
  const sentence = sentences[current];
  const list = useRef<HTMLOListElement>(null);
  const focusCurrent = useEffectEvent(() => focusSentence(list.current, current));
  // Another take is heard as soon as it is part of the recording.
  const playAgain = useEffectEvent(() => playback.play(current));
  const heard = useRef(url);
  useEffect(() => {
    if (heard.current !== url) playAgain();
    heard.current = url;
  }, [url]);
  // The keys work wherever the focus is in here, so it begins here, and comes back after the dialog.
  useEffect(() => {
    if (!isChanging) focusCurrent();
  }, [isChanging]);
  useEffect(() => {
    if (list.current?.contains(document.activeElement)) focusSentence(list.current, current);
  }, [current]);

  async function approve() {
    playback.pause();
    try {
      const { published } = await approval.mutateAsync(version);
      toast({
        title: t(`studio-narration:approve.${published ? 'published' : 'approved'}`, { title }),
      });
      onNext();
    } catch {
      // The mutation keeps the error, which is shown.
    }
  }
  const step = (by: number) => {
    playback.seek(Math.min(sentences.length - 1, Math.max(0, current + by)));
    if (isPlaying) playback.play(current + by);
  };
  const isBusy = isSpeaking || approval.isPending;
  const actions: Record<ListeningAction, () => void> = {
    play: () => (isPlaying ? playback.pause() : playback.play()),
    next: () => step(1),
    previous: () => step(-1),
    again: () => sentence && !isBusy && again(sentence),
    otherwise: () => {
      // What is playing would put another sentence under the dialog.
      playback.pause();
      setChanging(true);
    },
    approve: () => !isBusy && void approve(),
    skip: onNext,
  };
  const press = (event: KeyboardEvent) => {
    const action = findListeningAction(event);
    const isButton = (event.target as Element).closest('[data-action]') !== null;
    // A space presses the button that has the focus.
    if (!action || isChanging || (action === 'play' && isButton)) return;
    event.preventDefault();
    actions[action]();
  };
  const button = (action: ListeningAction, label: string, isMain = false) => (
    <Button
      data-action={action}
      variant={isMain ? 'primary' : 'secondary'}
      aria-keyshortcuts={LISTENING_KEYS[action] === ' ' ? 'Space' : LISTENING_KEYS[action]}
      busy={(action === 'again' && isSpeaking) || (action === 'approve' && approval.isPending)}
      onClick={actions[action]}
    >
      {label}
    </Button>
  );
  const error = approval.error && describeError(approval.error);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what the keys do, buttons in it do as well
    <section aria-label={title} onKeyDown={press} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are below */}
      <audio {...playback.props} src={url} preload="auto" />
      <p className="text-sm text-ink-2">{t('studio-narration:approve.keys')}</p>
      <ol ref={list} className="divide-y divide-line border-y border-line">
        {sentences.map((one, index) => (
          <SentenceRow
            key={`${index} ${one.text}`}
            sentence={one}
            language={recordingKey.language}
            isCurrent={index === current}
            isPlaying={isPlaying}
            onPress={() => (index === current ? actions.play() : playback.play(index))}
          />
        ))}
      </ol>
      <div className="sticky bottom-(--banner) z-10 grid gap-2 border-t border-line bg-ground py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <output className="text-sm text-ink-2">
          {isSpeaking ? t('studio-narration:approve.speaking') : ''}
        </output>
        {failure && <FieldError>{failure}</FieldError>}
        {error && <FieldError>{error}</FieldError>}
        <div className="flex flex-wrap gap-3">
          {button('play', t(`studio-narration:approve.${isPlaying ? 'pause' : 'play'}`))}
          {button('again', t('studio-narration:approve.again'))}
          {button('otherwise', t('studio-narration:approve.otherwise'))}
          {button('approve', t('studio-narration:approve.approve'), true)}
          {button('skip', t('studio-narration:approve.skip'))}
        </div>
      </div>
      {isChanging && sentence && (
        <SayOtherwiseDialog
          sentence={sentence}
          language={recordingKey.language}
          isBusy={isBusy}
          onClose={() => setChanging(false)}
          onSay={(how) => {
            setChanging(false);
            again({ ...sentence, ...how });
          }}
        />
      )}
    </section>
  );
}

const focusSentence = (list: HTMLOListElement | null, index: number) =>
  list?.querySelectorAll('button')[index]?.focus();

/** Asks for another take of a sentence, and fetches the recording once it is part of it. */
function useAnotherTake(recordingKey: RecordingKey, version: number) {
  const { t } = useTranslation('studio-generation');
  const describeError = useErrorMessage();
  const { contentId, language } = recordingKey;
  const start = useStartNarration(contentId);
  const { data } = useGenerations();
  const { refetch } = useSpokenRecording(recordingKey);
  const [asked, setAsked] = useState<string | null>(null);
  const work = data?.generations.find(({ id }) => id === asked);
  const isOver = work !== undefined && !isGenerationUnfinished(work);
  const state = work?.state;
  useEffect(() => {
    if (state === 'done') void refetch();
  }, [state, refetch]);
  return {
    again: ({ text, speed, spoken }: SpokenSentence) =>
      start.mutate(
        { version, language, again: { text, speed, spoken } },
        { onSuccess: ({ id }) => setAsked(id) },
      ),
    isSpeaking: start.isPending || (asked !== null && !isOver),
    failure:
      (start.error && describeError(start.error)) ??
      (work?.failure ? t(`failures.${work.failure}`) : null),
  };
}
