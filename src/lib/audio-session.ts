/** WebKit's interface, which other browsers lack (https://w3c.github.io/audio-session/). */
interface AudioSessionNavigator {
  audioSession?: { type: string };
}

/**
 * Says that what plays is meant to be heard, like music: without it an iPhone whose ring switch is off plays nothing of
 * Web Audio, such as the tones of a breath. Returns a function that leaves the choice to the browser again.
 */
export function claimPlaybackAudioSession(): () => void {
  const { audioSession } = navigator as AudioSessionNavigator;
  if (!audioSession) return () => {};
  audioSession.type = 'playback';
  return () => {
    audioSession.type = 'auto';
  };
}
