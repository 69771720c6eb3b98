import type { DeviceVoice } from './device-voice.ts';
import type { RecordingPlayer } from './recording.ts';
import {
  type NarrationMoment,
  findCueAndBreath,
  findNextSentence,
  type PlayableScript,
} from '../model.ts';
import type { PlayerPlatform } from './platform.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { getResumePositionAfterSpeechMs } from './pacing.ts';
import { createSentenceSpeaker } from './sentence-speaker.ts';
import { getFallbackNarrationMode, getRemainingText, type NarrationMode } from './voice.ts';

interface NarratorListeners {
  onModeChange: (way: NarrationMode, lost: boolean) => void;
  /** The browser blocks playback until a user gesture. */
  onPlayRefused: () => void;
  /** The device stopped the voice, as for a phone call or with its screen. */
  onInterrupted: () => void;
  /** A sentence ended: the clock may continue. */
  onSentenceEnd: () => void;
}

/**
 * Creates the narrator of a script: it speaks in the best available mode (recording, device voice, captions) and falls
 * back to the next without losing the position. The player drives it by the methods returned.
 */
export function createNarrator(
  script: PlayableScript,
  platform: PlayerPlatform,
  clock: PlaybackClock,
  listeners: NarratorListeners,
) {
  const { cues, durationMs } = script;
  let recording: RecordingPlayer | null = null;
  let device: DeviceVoice | null = null;
  let narrationMode: NarrationMode = 'captions';
  let on = true;
  let lost = false;
  let spoken = -1;
  let done = -1;
  let speed = 1;
  let rate = 1;
  let level = 1;
  let chosen: string | null = null;
  let stopLooking: (() => void) | null = null;
  let heldAtMs: number | null = null;
  let isHeld = false;

  const usesDeviceVoice = () => narrationMode === 'device' && on && device !== null;
  const switchMode = (next: NarrationMode, isLost = lost) => {
    narrationMode = next;
    lost = isLost;
    clock.follow(next === 'recording' && recording ? recording.position : null);
    updateTimeLimit();
    listeners.onModeChange(narrationMode, lost);
  };
  /** The clock stops at the end of a sentence that is still being spoken, for a limited time. */
  function updateTimeLimit() {
    const next = usesDeviceVoice() ? findNextSentence(cues, Math.max(done + 1, spoken)) : null;
    heldAtMs = next ? next.cue.at + next.cue.duration - 1 : null;
    clock.limit(heldAtMs);
  }
  const silenceDevice = () => {
    sentences.stop();
    spoken = -1;
    done = -1;
    device?.cancel();
  };
  const finish = (index: number) => {
    sentences.stop();
    done = index;
    updateTimeLimit();
    listeners.onSentenceEnd();
  };
  const handleVoiceLoss = () => {
    // Unlocked, the phone has its voice again.
    if (!platform.isShown()) return listeners.onInterrupted();
    silenceDevice();
    device = null;
    switchMode('captions', true);
    listeners.onSentenceEnd();
  };

  const sentences = createSentenceSpeaker(cues, platform, {
    onEnd: (index) => {
      clock.pass(getResumePositionAfterSpeechMs(cues, index, clock.position()));
      finish(index);
    },
    onTimeout: finish,
    onSilence: handleVoiceLoss,
    onInterrupted: listeners.onInterrupted,
  });

  function speak({ index, cue, into }: NarrationMoment) {
    if (cue?.type !== 'say' || !device) return;
    const text = getRemainingText(cue.text, into / cue.duration);
    if (text === '') {
      done = index;
      return updateTimeLimit();
    }
    spoken = index;
    sentences.speak(device, { index, cue, into, text }, speed);
  }

  function openFile(url: string) {
    const fail = () => {
      if (!recording) return;
      // Keeps the position: the clock is read once more before its source is disposed.
      const gone = recording;
      switchToNextMode();
      recording = null;
      gone.dispose();
      listeners.onSentenceEnd();
    };
    recording = platform.openRecording(url, durationMs, {
      fail,
      refused: listeners.onPlayRefused,
      interrupted: listeners.onInterrupted,
    });
    // The element may have played another recording, and the choices may be older than this one.
    recording.mute(!on);
    recording.rate(rate);
    recording.volume(level);
    recording.seek(clock.position());
    switchMode('recording');
  }
  function switchToNextMode() {
    const next = getFallbackNarrationMode(narrationMode, device !== null);
    switchMode(next, next === 'captions');
    if (next === 'device') restartFromPosition();
  }
  function restartFromPosition() {
    const { index } = findCueAndBreath(cues, clock.position());
    done = index - 1;
    spoken = -1;
    updateTimeLimit();
  }

  function searchDeviceVoice() {
    stopLooking?.();
    const found = (voice: DeviceVoice) => {
      silenceDevice();
      sentences.forgetPace();
      device = voice;
      if (narrationMode === 'captions') switchMode('device', false);
      restartFromPosition();
    };
    stopLooking = platform.findDeviceVoice(script.language, found, chosen);
  }

  return {
    /** Called on every tick with the present cue; starts speaking it if needed. */
    update: (moment: NarrationMoment) => {
      if (!usesDeviceVoice() || moment.cue?.type !== 'say') return;
      if (spoken !== moment.index && done < moment.index) speak(moment);
    },
    /** A device voice restarts an interrupted sentence from its first word. */
    beforePlay: () => {
      if (!usesDeviceVoice()) return;
      const { cue, into } = findCueAndBreath(cues, clock.position());
      if (cue?.type === 'say' && into > 0) clock.seek(cue.at);
      restartFromPosition();
    },
    play: (held: boolean) => {
      isHeld = held;
      if (!held) recording?.play();
    },
    /** Whether the session stands still at a wait or a rating; the recording stands still with it. */
    setHeld: (held: boolean) => {
      if (held === isHeld) return;
      isHeld = held;
      if (held) recording?.pause();
      else recording?.play();
    },
    /** Whether the clock is held at the end of a sentence that is still being spoken. */
    isHoldingTime: (position: number) => heldAtMs !== null && position >= heldAtMs,
    pause: () => {
      silenceDevice();
      heldAtMs = null;
      clock.limit(null);
      recording?.pause();
    },
    seek: () => {
      silenceDevice();
      restartFromPosition();
      recording?.seek(clock.position());
    },
    setOn: (next: boolean) => {
      on = next;
      recording?.mute(!next);
      silenceDevice();
      restartFromPosition();
    },
    /** The speed of the device voice, applied from the present sentence on. */
    setSpeed: (next: number) => {
      speed = next;
      silenceDevice();
      restartFromPosition();
    },
    /** The playback rate of the recording. */
    setRate: (next: number) => {
      rate = next;
      recording?.rate(rate);
    },
    setMasterVolume: (next: number) => {
      level = next;
      recording?.volume(level);
    },
    chooseVoice: (voice: string | null) => {
      if (voice === chosen) return;
      chosen = voice;
      if (stopLooking) searchDeviceVoice();
    },
    attach: () => {
      searchDeviceVoice();
      if (script.recordingUrl) openFile(script.recordingUrl);
      return () => {
        stopLooking?.();
        stopLooking = null;
        silenceDevice();
        recording?.dispose();
        recording = null;
        device = null;
        lost = false;
        switchMode('captions');
      };
    },
  };
}
