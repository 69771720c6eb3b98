/** Finds a voice on the device (nothing is sent anywhere) for a language; often there is none. */
export function findLocalVoice(language: string): SpeechSynthesisVoice | undefined {
  return globalThis.speechSynthesis
    ?.getVoices()
    .find((voice) => voice.localService && voice.lang.toLowerCase().startsWith(language));
}

/** Speaks one sentence slowly; `onEnd` is called when it ended or failed. */
export function speak(text: string, voice: SpeechSynthesisVoice, onEnd: () => void): void {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.rate = 0.85;
  utterance.addEventListener('end', onEnd);
  utterance.addEventListener('error', onEnd);
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** Plays a soft chime by Web Audio: two partials that fade over two seconds. */
export function playChime(): void {
  try {
    const audio = new AudioContext();
    for (const [frequency, loudness] of [
      [528, 0.09],
      [1056, 0.03],
    ] as const) {
      const tone = new OscillatorNode(audio, { frequency });
      const gain = new GainNode(audio, { gain: loudness });
      gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 2);
      tone.connect(gain).connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + 2);
      tone.addEventListener('ended', () => void audio.close().catch(() => undefined));
    }
  } catch {
    // No sound here; the words go on.
  }
}
