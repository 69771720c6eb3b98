import { Fragment, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { Button } from '#web/ui/button.tsx';
import type { Player, PlayerState } from '#web/features/narration/engine/player.ts';
import {
  buildCaptionPages,
  type CaptionLine,
  pageAt,
  buildTranscript,
} from '#web/features/narration/model.ts';

interface Props {
  content: ContentDetail;
  player: Player;
  state: PlayerState;
}

const getCueState = (cue: number, current: number) =>
  cue === current ? 'now' : cue < current ? 'past' : 'next';

/** The present page of captions: spoken, being spoken, still to come. */
export function Captions({ content, state }: Omit<Props, 'player'>) {
  const pages = useMemo(() => buildCaptionPages(content.cues), [content.cues]);
  const page = pageAt(pages, state.cue);
  return (
    <p
      lang={content.language}
      className="min-h-[7.5rem] font-serif text-[1.375rem] leading-[1.42] sm:min-h-[8.5rem] sm:text-2xl wide:min-h-[11rem] wide:text-[1.75rem]"
    >
      {page.map(({ cue, text }) => (
        <Fragment key={cue}>
          <span className="cue" data-state={getCueState(cue, state.cue)}>
            {text}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  );
}

/** Announces to screen readers what no voice speaks: the present sentence and each breath phase. */
export function Announcer({
  content,
  player,
  state,
  over,
}: Props & { over: 'complete' | 'atEnd' | false }) {
  const { t } = useTranslation('player');
  const cue = content.cues[state.cue];
  const [phase, setPhase] = useState('');
  useEffect(() => {
    if (cue?.type !== 'breathe' || !state.playing) return undefined;
    const read = () => {
      const into = player.position() - cue.at;
      const cycle = cue.in + cue.holdIn + cue.out + cue.holdOut;
      const within = (into / 1000) % cycle;
      const name =
        within < cue.in
          ? 'in'
          : within < cue.in + cue.holdIn
            ? 'hold_in'
            : within < cycle - cue.holdOut
              ? 'out'
              : 'hold_out';
      setPhase(t(`breath.${name}`));
    };
    read();
    const timer = setInterval(read, 200);
    return () => clearInterval(timer);
  }, [cue, player, state.playing, t]);
  const silent = state.narrationMode === 'captions' || !state.voiceOn;
  const sentence = silent && state.playing && cue?.type === 'say' ? cue.text : '';
  return (
    <p aria-live="polite" className="sr-only">
      {over && t(over === 'complete' ? 'after.title' : 'after.atEnd')}
      {cue?.type === 'breathe' && state.playing ? phase : sentence}
    </p>
  );
}

/** The transcript; scrolls with the narration until the reader scrolls away. */
export function Transcript({ content, player, state }: Props) {
  const { t } = useTranslation('player');
  const steps = useMemo(() => buildTranscript(content.cues), [content.cues]);
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    if (!following) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    document.getElementById(`sentence-${state.cue}`)?.scrollIntoView({ block: 'center', behavior });
  }, [following, state.cue]);
  const stopFollowing = () => setFollowing(false);
  const line = ({ cue, at, text }: CaptionLine) => (
    <button
      key={cue}
      type="button"
      id={`sentence-${cue}`}
      aria-current={cue === state.cue || undefined}
      onClick={() => (player.seek(at), setFollowing(true))}
      className="cue block min-h-11 w-full rounded-lg py-1.5 text-left"
      data-state={getCueState(cue, state.cue)}
    >
      {text}
    </button>
  );
  return (
    <section aria-labelledby="transcript-title" onWheel={stopFollowing} onTouchMove={stopFollowing}>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="transcript-title" className="text-xl">
          {t('transcript.title')}
        </h2>
        <Button variant="quiet" aria-pressed={following} onClick={() => setFollowing(!following)}>
          {following ? t('transcript.following') : t('transcript.follow')}
        </Button>
      </div>
      <div lang={content.language} className="grid gap-4 font-serif text-lg">
        {steps.map((step) =>
          step.type === 'paragraph' ? (
            <div key={step.lines[0]?.cue}>{step.lines.map(line)}</div>
          ) : (
            <div key={step.index} className="border-l-2 border-horizon pl-4 font-sans text-base">
              {line({
                cue: step.index,
                at: step.cue.at,
                text: t('transcript.breathe', { count: step.cue.cycles }),
              })}
            </div>
          ),
        )}
      </div>
    </section>
  );
}
