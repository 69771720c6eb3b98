import type { DeviceVoice } from './device-voice.ts';
import type { Kit, Script } from '../store.ts';
import type { Recording } from './recording.ts';
import { momentAt, nextSay, type Moment } from '../model.ts';
import type { Transport } from './transport.ts';
import { nextWay, restOf, type VoiceWay } from './voice.ts';

interface Listeners {
  changed: (way: VoiceWay, lost: boolean) => void;
  /** The browser does not let the recording sound before a press. */
  refused: () => void;
  /** A sentence is over: time may go on. */
  wake: () => void;
}

/** A sentence may outlast its cue by this much, plus three quarters of the cue, in milliseconds. */
const PATIENCE_MS = 4_000;
/** Sentences in a row of which nothing was heard before the voice counts as gone. */
const SILENCES = 2;

function nothing() {}

/** Speaks the script in the first way that is there, and falls to the next without losing a moment. */
export function createNarrator(script: Script, kit: Kit, transport: Transport, tell: Listeners) {
  const { cues, durationMs } = script;
  let recording: Recording | null = null;
  let device: DeviceVoice | null = null;
  let way: VoiceWay = 'captions';
  let on = true;
  let lost = false;
  let spoken = -1;
  let done = -1;
  let silences = 0;
  let speed = 1;
  let chosen: string | null = null;
  let stopLooking: (() => void) | null = null;
  let holdAt: number | null = null;
  let giveUp: () => void = nothing;

  const speaks = () => way === 'device' && on && device !== null;
  const turnTo = (next: VoiceWay, isLost = lost) => {
    way = next;
    lost = isLost;
    transport.follow(next === 'recording' && recording ? recording.position : null);
    tell.changed(way, lost);
  };
  /** Time never passes the end of a sentence that has not been said: it waits there, for a while. */
  const holdTime = () => {
    const next = speaks() ? nextSay(cues, Math.max(done + 1, spoken)) : null;
    holdAt = next ? next.cue.at + next.cue.duration - 1 : null;
    transport.limit(holdAt);
  };
  const hush = () => {
    giveUp();
    spoken = -1;
    done = -1;
    device?.cancel();
  };
  const finish = (index: number) => {
    giveUp();
    done = index;
    holdTime();
    tell.wake();
  };
  const loseVoice = () => {
    hush();
    device = null;
    turnTo('captions', true);
    holdTime();
    tell.wake();
  };

  function speak({ index, cue, into }: Moment) {
    if (cue?.type !== 'say' || !device) return;
    const text = restOf(cue.text, into / cue.duration);
    if (text === '') {
      done = index;
      return holdTime();
    }
    spoken = index;
    let heard = false;
    const bound = (cue.duration * 1.75 - into) / speed + PATIENCE_MS;
    giveUp();
    giveUp = kit.after(bound, () => {
      device?.cancel();
      silences = heard ? 0 : silences + 1;
      if (silences >= SILENCES) loseVoice();
      else finish(index);
    });
    const events = {
      start: () => {
        heard = true;
        silences = 0;
      },
      end: () => finish(index),
      fail: loseVoice,
    };
    device.say(text, events, speed);
  }

  function openFile(url: string) {
    const fail = () => {
      if (!recording) return;
      // The place reached stays: the clock is read once more before its source goes.
      const gone = recording;
      turnToNext();
      recording = null;
      gone.dispose();
      tell.wake();
    };
    recording = kit.openRecording(url, durationMs, { fail, refused: tell.refused });
    recording.seek(transport.position());
    turnTo('recording');
  }
  function turnToNext() {
    const next = nextWay(way, device !== null);
    turnTo(next, next === 'captions');
    if (next === 'device') cueFromHere();
  }
  function cueFromHere() {
    const { index } = momentAt(cues, transport.position());
    done = index - 1;
    spoken = -1;
    holdTime();
  }

  function look() {
    stopLooking?.();
    const found = (voice: DeviceVoice) => {
      hush();
      device = voice;
      if (way === 'captions') turnTo('device', false);
      cueFromHere();
    };
    stopLooking = kit.findDeviceVoice(script.language, found, chosen);
  }

  return {
    /** A cue is under way while time runs. */
    at: (moment: Moment) => {
      if (!speaks() || moment.cue?.type !== 'say') return;
      if (spoken !== moment.index && done < moment.index) speak(moment);
    },
    /** A voice takes a cut sentence up again from its first word. */
    beforePlay: () => {
      if (!speaks()) return;
      const { cue, into } = momentAt(cues, transport.position());
      if (cue?.type === 'say' && into > 0) transport.seek(cue.at);
      cueFromHere();
    },
    play: () => recording?.play(),
    /** Whether time stands at the end of a sentence that is still being said. */
    holds: (position: number) => holdAt !== null && position >= holdAt,
    pause: () => {
      hush();
      holdAt = null;
      transport.limit(null);
      recording?.pause();
    },
    seek: () => {
      hush();
      cueFromHere();
      recording?.seek(transport.position());
    },
    setOn: (next: boolean) => {
      on = next;
      recording?.mute(!next);
      hush();
      cueFromHere();
    },
    /** The pace of a device voice, from the sentence under way on. */
    setSpeed: (next: number) => {
      speed = next;
      hush();
      cueFromHere();
    },
    /** The pace of the recording at this moment. */
    setRate: (rate: number) => recording?.rate(rate),
    fade: (level: number) => recording?.volume(level),
    choose: (voice: string | null) => {
      if (voice === chosen) return;
      chosen = voice;
      if (stopLooking) look();
    },
    attach: () => {
      look();
      if (script.recordingUrl) openFile(script.recordingUrl);
      return () => {
        stopLooking?.();
        stopLooking = null;
        hush();
        recording?.dispose();
        recording = null;
        device = null;
        lost = false;
        turnTo('captions');
      };
    },
  };
}
