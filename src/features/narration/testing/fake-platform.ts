import type { DeviceVoice, SpeechCallbacks } from '../engine/device-voice.ts';
import type { PlayerPlatform } from '../engine/platform.ts';
import type { RecordingPlayer, RecordingCallbacks } from '../engine/recording.ts';

/**
 * Creates a fake Platform (a device with sound and speech) for tests: its time moves only when the test says so, and it
 * records every sound that is requested.
 */
export function createFakePlatform(capabilities: { deviceVoice?: boolean } = {}) {
  let time = 1_000;
  let timers: { due: number; callback: () => void }[] = [];
  const log: string[] = [];
  let ambience = '';
  let sounding: string | undefined;
  let attended = true;
  let shown = true;
  const device = { saying: null as SpeechCallbacks | null, found: (_voice: DeviceVoice) => {} };
  let interrupt = () => {};
  const recording = { events: null as RecordingCallbacks | null, at: 0, muted: false };

  const deviceVoice: DeviceVoice = {
    speak: (text, events) => {
      log.push(`say ${text}`);
      device.saying = events;
    },
    cancel: () => {
      if (device.saying) log.push('hush');
      device.saying = null;
    },
  };
  const platform: PlayerPlatform = {
    now: () => time,
    schedule: (ms, callback) => {
      const timer = { due: time + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    sound: {
      prepare: () => {},
      start: () => log.push('sound on'),
      stop: () => {
        log.push('sound off');
        sounding = undefined;
      },
      effect: (effect) => {
        if (effect)
          log.push(
            `effect ${effect.name} from ${Math.round(effect.into)} of ${effect.duration}${effect.leadsOn ? ', leading on' : ''}`,
          );
        else if (sounding) log.push('effect over');
        sounding = effect?.name;
      },
      ambience: (name) => {
        if (name !== ambience) log.push(`ambience ${name}`);
        ambience = name;
      },
      volume: () => {},
      tones: () => {},
      setMasterVolume: (level) => log.push(`fade ${level.toFixed(1)}`),
      chime: () => log.push('chime'),
      breath: (way) => log.push(`breath ${way}`),
      onInterrupted: (tell) => {
        interrupt = tell;
        return () => (interrupt = () => {});
      },
      dispose: () => {},
    },
    openRecording: (_, __, events): RecordingPlayer => {
      recording.events = events;
      return {
        position: () => recording.at,
        play: () => log.push('file play'),
        pause: () => log.push('file pause'),
        seek: (ms) => (recording.at = ms),
        mute: (muted) => (recording.muted = muted),
        rate: (rate) => log.push(`file rate ${rate}`),
        volume: () => {},
        dispose: () => log.push('file gone'),
      };
    },
    vibrate: (way) => log.push(`feel ${way}`),
    isAttended: () => attended,
    isShown: () => shown,
    findDeviceVoice: (_, found) => {
      device.found = () => found(deviceVoice);
      if (capabilities.deviceVoice) found(deviceVoice);
      return () => {};
    },
  };
  /** Lets time pass, ringing each timer when it is due. */
  const pass = (ms: number) => {
    const until = time + ms;
    for (;;) {
      const [next] = timers.toSorted((a, b) => a.due - b.due);
      if (!next || next.due > until) break;
      timers = timers.filter((timer) => timer !== next);
      time = Math.max(time, next.due);
      next.callback();
    }
    time = until;
  };
  /** Lets time pass without a single timer, as in a frozen tab, then rings all that are due. */
  const sleep = (ms: number) => {
    time += ms;
    pass(0);
  };
  return {
    platform,
    log,
    pass,
    sleep,
    device,
    recording,
    /** The device stops the ambience, as for a phone call. */
    interrupt: () => interrupt(),
    timers: () => timers.length,
    /** Whether the page is on the screen. */
    show: (on: boolean) => (shown = on),
    /** Whether a person looks at the session. */
    attend: (on: boolean) => (attended = on),
  };
}
