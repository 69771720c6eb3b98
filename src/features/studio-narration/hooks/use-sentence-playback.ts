import { useRef, useState } from 'react';
import type { SpokenSentence } from '#shared/contract/admin-approvals.ts';
import { findNextPlaybackMoment } from '../model.ts';

/**
 * Plays a recording sentence after sentence, without its long pauses. Spread `props` on the audio element; `play` starts
 * at a sentence, or where it was paused.
 */
export function useSentencePlayback(sentences: readonly SpokenSentence[]) {
  const ref = useRef<HTMLAudioElement>(null);
  const [current, setCurrent] = useState(0);
  const [isPlaying, setPlaying] = useState(false);

  function seek(index: number) {
    const sentence = sentences[index];
    if (!sentence) return;
    setCurrent(index);
    if (ref.current) ref.current.currentTime = sentence.from / 1000;
  }
  function play(index?: number) {
    const audio = ref.current;
    if (!audio) return;
    const now = sentences[current];
    const atMs = audio.currentTime * 1000;
    // After a press on another sentence, or at the end, it begins where the sentence does.
    const isWithin = now && atMs >= now.from && atMs < now.to;
    if (index !== undefined) seek(index);
    else if (!isWithin) seek(current);
    // A second press may come before the first has begun.
    audio.play().catch(() => setPlaying(false));
  }
  return {
    current,
    isPlaying,
    play,
    seek,
    pause: () => ref.current?.pause(),
    props: {
      ref,
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: () => {
        const audio = ref.current;
        if (!audio || audio.paused) return;
        const next = findNextPlaybackMoment(sentences, current, audio.currentTime * 1000);
        if (next === 'end') return audio.pause();
        if (next === null) return undefined;
        setCurrent(next.index);
        if (Math.abs(audio.currentTime * 1000 - next.atMs) > 1)
          audio.currentTime = next.atMs / 1000;
        return undefined;
      },
    },
  };
}
