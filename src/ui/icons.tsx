/** Hand-drawn, 24 by 24, one thin line; `F` before a path marks a filled one. */
const paths = {
  back: ['M14.5 5.5 8 12l6.5 6.5'],
  'chevron-right': ['m9.5 5.5 6.5 6.5-6.5 6.5'],
  'chevron-down': ['m5.5 9.5 6.5 6.5 6.5-6.5'],
  'chevron-up': ['m5.5 14.5 6.5-6.5 6.5 6.5'],
  'arrow-right': ['M4.5 12h15m-5.5-5.5 5.5 5.5-5.5 5.5'],
  close: ['m6.5 6.5 11 11m0-11-11 11'],
  menu: ['M4.5 7.5h15M4.5 12h15m-15 4.5h15'],
  more: [
    'F M5.5 10.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8m6.5 0a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8m6.5 0a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8',
  ],
  check: ['m5 12.5 4.6 4.6L19 7.5'],
  plus: ['M12 5v14m-7-7h14'],
  help: [
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17',
    'M12 8.8a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4',
    'm6 6 3.7 3.7M18 6l-3.7 3.7M6 18l3.7-3.7M18 18l-3.7-3.7',
  ],
  moon: ['M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z'],
  sun: [
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8',
    'M12 2.8v2.1m0 14.2v2.1M2.8 12h2.1m14.2 0h2.1M5.5 5.5 7 7m10 10 1.5 1.5m0-13L17 7M7 17l-1.5 1.5',
  ],
  'back-10': ['M4.5 12a7.5 7.5 0 1 0 2.6-5.7L4.5 8.5', 'M4.5 4.3v4.2h4.2'],
  'forward-30': ['M19.5 12a7.5 7.5 0 1 1-2.6-5.7l2.6 2.2', 'M19.5 4.3v4.2h-4.2'],
  plane: [
    'm3.5 14.2 6-2.4 3.4-7.1c.5-1 2-.6 2 .5v4.5l4.4-1.7c1.7-.6 2.6 1.6 1 2.4L5.6 17.3Z',
    'M4 19.8h16',
  ],
  play: ['F M8.5 5.6v12.8c0 .7.8 1.1 1.4.7l9.2-6.4c.5-.3.5-1.1 0-1.4L9.9 4.9c-.6-.4-1.4 0-1.4.7Z'],
  pause: ['M9 6v12m6-12v12'],
  transcript: ['M5 6.5h14M5 11h14M5 15.5h8'],
  download: ['M12 4.5v11m-4.5-4.2L12 15.8l4.5-4.5M5 19.5h14'],
  share: ['M12 15V4.5M7.8 8.2 12 4l4.2 4.2M6 12.5v7h12v-7'],
  sound: [
    'M4.5 9.8v4.4h3.2l4.3 3.6V6.2L7.7 9.8H4.5Z',
    'M15 9.3a3.8 3.8 0 0 1 0 5.4m2.4-7.8a7.2 7.2 0 0 1 0 10.2',
  ],
  mute: ['M4.5 9.8v4.4h3.2l4.3 3.6V6.2L7.7 9.8H4.5Z', 'm15.5 10 4 4m0-4-4 4'],
  notice: ['M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17', 'M12 11v5.2', 'M12 7.8v.1'],
  search: ['M10.8 4.5a6.3 6.3 0 1 1 0 12.6 6.3 6.3 0 0 1 0-12.6', 'm15.4 15.4 4.1 4.1'],
  calendar: ['M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4m7-4v4'],
  person: [
    'M12 4.2a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2',
    'M4.8 19.8c.8-3.6 3.6-5.4 7.2-5.4s6.4 1.8 7.2 5.4',
  ],
  home: ['M4.5 11 12 4.5l7.5 6.5', 'M6.5 9.5v10h11v-10'],
  windows: [
    'M8.5 4.5a4 4 0 0 1 4 4v7a4 4 0 0 1-8 0v-7a4 4 0 0 1 4-4Z',
    'M15.5 5.2a4 4 0 0 1 4 3.9v6.3a4 4 0 0 1-4 3.9',
  ],
  path: ['M5 19.5c5 0 3-7 7-7s2-8 7-8', 'M5 18a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3'],
  ladder: ['M8 3.5v17m8-17v17M8 7.5h8m-8 4.5h8M8 16.5h8'],
  lock: ['M6.5 10.5h11v9h-11z', 'M8.8 10.5V8a3.2 3.2 0 0 1 6.4 0v2.5'],
  bin: ['M5 7.5h14', 'M9.5 7.5V5h5v2.5', 'm6.8 7.5.7 12h9l.7-12', 'M10.2 11v5m3.6-5v5'],
  edit: ['m5 19 .9-3.9L15.8 5.2l3 3L8.9 18.1 5 19Z'],
  leave: ['M13.5 4.5h-8v15h8', 'M10.5 12h9m-3.5-3.5 3.5 3.5-3.5 3.5'],
  eye: [
    'M3.5 12c2.2-3.8 5-5.7 8.5-5.7s6.3 1.9 8.5 5.7c-2.2 3.8-5 5.7-8.5 5.7S5.7 15.8 3.5 12Z',
    'M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  ],
  clock: ['M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17', 'M12 7.5v4.8l3.2 1.9'],
  settings: [
    'M4.5 8h8.3m4.4 0h2.3M4.5 16h2.3m4.4 0h8.3',
    'M15 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4M9 13.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4',
  ],
} as const;

export type IconName = keyof typeof paths;

/**
 * A decorative line icon in the colour of the text, hidden from screen readers; the text beside it carries the meaning.
 */
export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {paths[name].map((path) => {
        const filled = path.startsWith('F') ? { fill: 'currentColor', stroke: 'none' } : {};
        return <path key={path} d={path.replace('F', '')} {...filled} />;
      })}
    </svg>
  );
}
