/** Folders, files and beginnings of names in src/features whose code is put together by vite.config.ts. */
export const CHUNK_PARTS = {
  home: ['home/home-page.tsx', 'library/library-page.tsx', 'ledger/components/ledger-prompt.tsx'],
  player: [
    'player/content-page.tsx',
    'player/components/session-player.tsx',
    'player/components/mini-player.tsx',
  ],
  /** Uses the code of a start, but is never part of one: it does not make that code a shared one. */
  late: [
    ...['admin/', 'studio-', 'excerpt/engine/excerpt-player.ts', 'help/engine/attach-sos.ts'],
    ...['rehearsal/rehearsal-page.tsx', 'tonight/engine/attach-tonight.ts'],
  ],
  device: ['offline/', 'downloads/', 'tracking/engine/'],
  listening: [
    ...['player-settings-dialog', 'session-end-panel', 'next-session'].map(
      (name) => `player/components/${name}.tsx`,
    ),
    ...['autoplay/components/autoplay.tsx', 'screening/components/screening.tsx'],
    ...['pocket/components/lock-statement.tsx', 'pocket/components/screen-lock.tsx'],
    'self-ratings/components/before-and-after.tsx',
  ],
  profile: [
    ...['settings', 'high-areas', 'assessment'].map((name) => `profile/components/${name}.tsx`),
    ...[
      'reminders/components/reminder-settings.tsx',
      'assessment/components/results-and-check-ins.tsx',
    ],
  ],
  flights: [
    'flights/components/flights-dialog.tsx',
    'flight-pack/components/flight-pack-check.tsx',
  ],
  /** Beside the flight page, which fetches them all for the seat. */
  seat: [
    ...['flight-record-prompt', 'seat-session-link'].map(
      (name) => `flight-companion/components/${name}.tsx`,
    ),
    'turbulence-meter/components/rough-air.tsx',
    'cabin-sounds/components/cabin-sound-finder.tsx',
    'crew-card/components/card.tsx',
    'route-map/components/route-map.tsx',
  ],
  legal: ['legal/legal-page.tsx', 'legal/components/legal-text.tsx'],
} as const satisfies Record<string, readonly string[]>;

export type ChunkPart = keyof typeof CHUNK_PARTS;

/** Small parts that are opened together, or that every visit loads once it is idle: small chunks compress badly. */
export const MERGED_CHUNK_PARTS = [
  'device',
  'listening',
  'profile',
  'seat',
  'flights',
  'legal',
] as const;

/** Returns whether a module is in one of those parts; of the device's, not what other pages import for themselves. */
export const isInChunkPart = (id: string, part: ChunkPart): boolean =>
  CHUNK_PARTS[part].some((path) => id.includes(`/src/features/${path}`)) &&
  !(part === 'device' && /\/(?:lazy-|needs-network)/.test(id));
