/** Partials of a small bell: ratio to its note, loudness, seconds it rings. */
const BELL = [
  [1, 0.5, 3.6],
  [2.01, 0.2, 2.2],
  [2.98, 0.09, 1.4],
  [5.4, 0.03, 0.6],
] as const;

/** Plays a soft bell, once. */
export function playChime(context: AudioContext, destination: AudioNode): void {
  for (const [ratio, loudness, seconds] of BELL)
    playNote(context, destination, { hertz: 523.25 * ratio, loudness: loudness * 0.5, seconds });
}

/** Plays a quiet note for a breath: higher for in, lower for out. */
export function playBreathTone(
  context: AudioContext,
  destination: AudioNode,
  way: 'in' | 'out',
): void {
  const hertz = way === 'in' ? 329.63 : 246.94;
  playNote(context, destination, { hertz, loudness: 0.13, seconds: 1.6, attack: 0.12 });
  playNote(context, destination, { hertz: hertz * 2, loudness: 0.02, seconds: 1, attack: 0.12 });
}

function playNote(
  context: AudioContext,
  destination: AudioNode,
  note: { hertz: number; loudness: number; seconds: number; attack?: number },
) {
  const at = context.currentTime;
  const attack = note.attack ?? 0.008;
  const oscillator = new OscillatorNode(context, { frequency: note.hertz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(note.loudness, at + attack);
  gain.gain.setTargetAtTime(0, at + attack, note.seconds / 4);
  oscillator.connect(gain).connect(destination);
  oscillator.start(at);
  oscillator.stop(at + note.seconds + 0.5);
  oscillator.addEventListener('ended', () => gain.disconnect());
}
