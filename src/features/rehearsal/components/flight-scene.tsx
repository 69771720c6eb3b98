import { useTranslation } from '#web/lib/translation.ts';
import './flight-scene.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { scheduleRehearsalPhases, type RehearsalPhase } from '#shared/rules/rehearsal-phases.ts';
import type { Language } from '#shared/rules/languages.ts';
import { useWakeLock } from '#web/lib/device.ts';
import { useSpeakText } from '../hooks/use-speak-text.ts';
import { type openRehearsalSound, useFlightDrawing } from '../hooks/use-flight-drawing.ts';
import { findStillUrl } from '../engine/stills.ts';
import { addFearMark, type FearMark } from '../model.ts';
import { HeadsetButton } from './headset-button.tsx';
import { RehearsalWindowStill } from './rehearsal-window-still.tsx';

/** What a rehearsal came to: how long it lasted in seconds, whether to its end, and the fear on the way. */
export interface RehearsalResult {
  lasted: number;
  isWhole: boolean;
  /** In a headset the fear cannot be moved on the way, so it is asked for afterwards. */
  inHeadset: boolean;
  marks: FearMark[];
}

/** Phases in which a crew says something. */
const hasAnnouncement = (phase: RehearsalPhase) =>
  phase !== 'taxi' && phase !== 'climb' && phase !== 'landing';
const CAPTION_MS = 4_000;
/** How often it is told how far the flight went, in seconds. */
const COURSE_EACH_S = 5;

/** The flight itself: the cabin wall with its window, Stop, the fear line, and a hairline of progress. */
export function FlightScene({
  dose,
  before,
  isAnnounced,
  sound,
  onCourse,
  onEnd,
}: {
  dose: RehearsalDose;
  /** The fear at the beginning. */
  before: number;
  /** Announcements, which are always shown, are spoken by the device's voice too. */
  isAnnounced: boolean;
  sound: ReturnType<typeof openRehearsalSound>;
  /** Called with how far it went: at first, with every mark of the fear, and every few seconds. */
  onCourse: (passed: RehearsalResult) => void;
  /** Called once it is over; `isLeft` where the browser's own way back ended it. */
  onEnd: (passed: RehearsalResult, isLeft: boolean) => void;
}) {
  const { t, i18n } = useTranslation('rehearsal');
  const canvas = useRef<HTMLCanvasElement>(null);
  const former = useRef<HTMLCanvasElement>(null);
  const time = useRef(0);
  const dot = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const [marks, setMarks] = useState<FearMark[]>([{ at: 0, fear: before }]);
  const [index, setIndex] = useState(0);
  const [isOn, setOn] = useState(true);
  const phases = scheduleRehearsalPhases(dose);
  const length = dose.minutes * 60;
  const fear = marks.at(-1)?.fear ?? before;
  const { phase } = phases[index]!;
  const announcement = hasAnnouncement(phase) ? t(`announcements.${phase}`) : null;
  useSpeakText(isOn && isAnnounced ? announcement : null, i18n.language as Language);
  useWakeLock(true);
  const inHeadset = useRef(false);
  const isOver = useRef(false);
  const told = useRef<{ at: number; marks: FearMark[] } | null>(null);
  const buildCourse = (isWhole: boolean) => ({
    lasted: Math.round(time.current),
    isWhole,
    marks,
    inHeadset: inHeadset.current,
  });
  const end = (isWhole: boolean, isLeft = false) => {
    if (isOver.current) return;
    isOver.current = true;
    const passed = buildCourse(isWhole);
    onCourse(passed);
    onEnd(passed, isLeft);
  };
  const { isDrawn, enterHeadset } = useFlightDrawing(
    { canvas, former },
    {
      dose,
      seed: 'rehearsal',
      sound,
      onMoment: (moment) => {
        time.current = moment.time;
        const part = `${((moment.time / length) * 100).toFixed(2)}%`;
        if (dot.current) dot.current.style.left = part;
        if (line.current) line.current.style.width = part;
        if (moment.index !== index) setIndex(moment.index);
        if (moment.time >= length) end(true);
        else if (told.current?.marks !== marks || moment.time >= told.current.at + COURSE_EACH_S) {
          told.current = { at: moment.time, marks };
          onCourse(buildCourse(false));
        }
      },
      onHeadsetLeft: () => end(false),
    },
  );
  const putOnHeadset = async () => {
    await enterHeadset();
    inHeadset.current = true;
  };
  const feel = (next: number) =>
    setMarks((known) =>
      addFearMark(known, { at: Math.round(time.current), fear: Math.min(10, Math.max(0, next)) }),
    );
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') end(false);
    const isField = event.target instanceof HTMLInputElement;
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      feel(fear + (event.key === 'ArrowUp' ? 1 : -1));
    } else if (/^\d$/.test(event.key)) feel(Number(event.key));
  });
  const onBack = useEffectEvent(() => end(false, true));
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    const leave = () => onBack();
    addEventListener('keydown', listener);
    addEventListener('popstate', leave);
    return () => {
      removeEventListener('keydown', listener);
      removeEventListener('popstate', leave);
    };
  }, []);
  return (
    <div className="flight-scene fixed inset-0 z-30 overflow-hidden bg-[#0b0d14] text-[#d9d2c6]">
      <h1 className="sr-only">{t('flight.title')}</h1>
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />
      <canvas ref={former} aria-hidden="true" className="absolute inset-0 size-full opacity-0" />
      {!isDrawn && (
        <RehearsalWindowStill
          light={dose.light}
          stillUrl={findStillUrl(dose.light, phase)}
          className="!absolute top-[12%] left-[max(-4rem,-10%)] aspect-[3/4] h-[67%] !shadow-[0_0_0_4px_#0b0d14,0_0_0_14px_#23262f] [@media(min-aspect-ratio:19/20)]:left-1/2 [@media(min-aspect-ratio:19/20)]:-translate-x-1/2"
        />
      )}
      <HeadsetButton enter={putOnHeadset} />
      <div className="absolute top-0 right-0 flex max-w-full flex-wrap items-center justify-end gap-1 p-2 pt-[max(0.5rem,env(safe-area-inset-top))] [text-shadow:0_0_0.5rem_#0b0d14]">
        <button
          type="button"
          aria-pressed={isOn}
          className="min-h-12 min-w-12 rounded-full px-4 whitespace-nowrap text-[#a49d93]"
          onClick={() => {
            sound?.sound.setOn(!isOn);
            setOn(!isOn);
          }}
        >
          {t(isOn ? 'flight.quiet' : 'flight.sound')}
        </button>
        <button
          type="button"
          className="min-h-12 min-w-12 rounded-full px-4 whitespace-nowrap"
          onClick={() => end(false)}
        >
          {t('flight.stop')}
        </button>
      </div>
      <FearLine value={fear} onChange={feel} />
      <output className="absolute inset-x-7 bottom-[max(3.75rem,calc(env(safe-area-inset-bottom)+1.25rem))] text-center">
        <Caption key={index} phase={phase} announcement={announcement} />
      </output>
      <div
        aria-hidden="true"
        className="absolute inset-x-7 bottom-[max(2.5rem,env(safe-area-inset-bottom))] h-px bg-[#d9d2c6]/25"
      >
        {phases.slice(1).map(({ from }) => (
          <span
            key={from}
            className="absolute -top-1 h-2 w-px bg-[#d9d2c6]/40"
            style={{ left: `${(from / length) * 100}%` }}
          />
        ))}
        <span ref={line} className="absolute inset-y-0 left-0 bg-[#d69d5c]" />
        <span ref={dot} className="absolute -top-1 -ml-1 size-2.5 rounded-full bg-[#d69d5c]" />
      </div>
    </div>
  );
}

/** The phase, its sounds and what is announced, in words, for some seconds; a screen reader hears it once. */
function Caption({ phase, announcement }: { phase: RehearsalPhase; announcement: string | null }) {
  const { t } = useTranslation('rehearsal');
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), announcement ? 2 * CAPTION_MS : CAPTION_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <span
      className={`block items-baseline justify-center gap-x-4 transition-opacity duration-600 [@media(height<30rem)]:flex ${isShown ? '' : 'opacity-0'}`}
    >
      <span className="block font-serif text-xl">{t(`phases.${phase}`)}</span>
      {announcement && <span className="block text-sm">{announcement}</span>}
      <span
        className={`block text-sm text-[#b0a99e] ${announcement ? '[@media(height<30rem)]:hidden' : ''}`}
      >
        {t(`sounds.${phase}`)}
      </span>
    </span>
  );
}

function FearLine({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation('rehearsal');
  return (
    <label className="absolute top-[28%] right-[max(0.5rem,2.5vw)] grid w-14 justify-items-center gap-2 text-center [@media(min-aspect-ratio:19/20)]:right-auto [@media(min-aspect-ratio:19/20)]:left-[calc(50%+min(31.8dvh,21.2vw)-1.75rem)] [@media(min-aspect-ratio:19/10)]:!left-[calc(50%+28.2dvh-1.75rem)]">
      <output className="font-serif text-2xl tabular">{value}</output>
      <input
        type="range"
        min={0}
        max={10}
        value={value}
        aria-label={t('flight.fear')}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-[34dvh] w-11 accent-[#d69d5c] [direction:rtl] [writing-mode:vertical-lr]"
      />
      <span aria-hidden="true" className="text-sm leading-tight text-[#b0a99e]">
        {t('flight.fear')}
      </span>
    </label>
  );
}
