import { Fragment, useEffect, useMemo, useState } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { Player, PlayerState } from '#web/features/narration/engine/player.ts';
import {
  buildCaptionPages,
  type CaptionLine,
  findCaptionPage,
  buildTranscript,
  type TranscriptStep,
} from '#web/features/narration/model.ts';

interface Props {
  content: ContentDetail;
  player: Player;
  state: PlayerState;
}

const getCueState = (cue: number, current: number) =>
  cue === current ? 'now' : cue < current ? 'past' : 'next';

/**
 * The present page of captions, in which the sentence being spoken is marked, and the name of a sound while it plays.
 */
export function Captions({
  content,
  state,
}: {
  content: Pick<ContentDetail, 'cues' | 'language'>;
  state: PlayerState;
}) {
  const pages = useMemo(() => buildCaptionPages(content.cues), [content.cues]);
  const page = findCaptionPage(pages, state.cue);
  const { t, i18n } = useTranslation('player');
  const cue = content.cues[state.cue];
  return (
    <p
      lang={content.language}
      data-captions=""
      className="font-serif text-[1.375rem] leading-[1.42] max-sm:[@media(max-height:48rem)]:text-[1.25rem] max-sm:[@media(max-height:48rem)]:leading-[1.35] sm:text-2xl wide:text-[1.75rem]"
    >
      {page.map(({ cue, text }) => (
        <Fragment key={cue}>
          <span className="cue" data-state={getCueState(cue, state.cue)}>
            {text}
          </span>{' '}
        </Fragment>
      ))}
      {cue?.type === 'sound' && (
        <span
          lang={i18n.language}
          data-sound=""
          className="block pt-2 font-sans text-lg text-ink-2"
        >
          [{t(`sounds.${cue.name}`)}]
        </span>
      )}
    </p>
  );
}

/**
 * Announces to screen readers what the player shows but no voice speaks: the present sentence and each breath phase.
 */
export function PlayerAnnouncer({
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
  const describeCue = () => {
    if (over || !state.playing) return '';
    if (state.held) return t(cue?.type === 'rate' ? 'hold.asks' : 'hold.waits');
    if (cue?.type === 'breathe') return phase;
    if (cue?.type === 'sound') return t(`sounds.${cue.name}`);
    return silent && cue?.type === 'say' ? cue.text : '';
  };
  return (
    <p aria-live="polite" className="sr-only">
      {over && t(over === 'complete' ? 'after.title' : 'after.atEnd')}
      {describeCue()}
    </p>
  );
}

/** The session's transcript; scrolls with the narration until the reader scrolls away. */
export function Transcript({ content, player, state }: Props) {
  const { t } = useTranslation('player');
  const steps = useMemo(() => buildTranscript(content.cues), [content.cues]);
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    if (!following) return undefined;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    // In the next frame, which computes the layout of the text in any case, and not within the press that opened it.
    const frame = requestAnimationFrame(() =>
      document
        .getElementById(`sentence-${state.cue}`)
        ?.scrollIntoView({ block: 'center', behavior }),
    );
    return () => cancelAnimationFrame(frame);
  }, [following, state.cue]);
  const stopFollowing = () => setFollowing(false);
  const describeEvent = (cue: Exclude<TranscriptStep, { type: 'paragraph' }>['cue']) => {
    if (cue.type === 'breathe') return t('transcript.breathe', { count: cue.cycles });
    if (cue.type === 'wait') return t('transcript.wait');
    if (cue.type === 'rate') return t(`transcript.${cue.name}`);
    const count = Math.round(cue.duration / 1000);
    return t('transcript.sound', { name: t(`sounds.${cue.name}`), count });
  };
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
                text: describeEvent(step.cue),
              })}
            </div>
          ),
        )}
      </div>
    </section>
  );
}
