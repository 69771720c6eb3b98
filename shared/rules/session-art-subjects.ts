import type { Situation } from './situations.ts';

/** The colours that a subject is drawn with. */
interface Colours {
  /** Of shapes against the light. */
  wing: string;
  /** Of lamps. */
  sun: string;
}

const round = (value: number) => Math.round(value * 10) / 10;
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
const dot = (x: number, y: number, r: number) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${r}"/>`;

/** Draws the SVG elements of a wing with a raised tip, seen from a seat; `random` decides side and position. */
export function drawWing(random: () => number, colour: string): string {
  const y = round(98 + random() * 9);
  const mirror = random() < 0.5 ? ' transform="matrix(-1 0 0 1 120 0)"' : '';
  const tip = round(34 + random() * 14);
  return (
    `<g${mirror}><path fill="${colour}" d="M${tip} ${y - 10}l3-1c1 5 3 9 6 10.5L130 ${y + 1}v17L${tip + 5} ${y + 1}c-3-2-4-6-5-11Z"/>` +
    `<path fill="#fff" opacity=".16" d="M${tip + 9} ${y - 0.5}L130 ${y + 1}v1.6L${tip + 14} ${y + 0.9}Z"/></g>`
  );
}

/** Draws a runway to the horizon with its lamps, `near` units wide at the bottom. */
function drawRunway(near: number, top: number, { wing, sun }: Colours): string {
  const edge = (side: number) =>
    times(7, (i) =>
      dot(
        60 + side * (2 + near * (i / 6) ** 2),
        top + 2 + (164 - top) * (i / 6) ** 2,
        round(0.5 + i * 0.16),
      ),
    );
  const dashes = times(5, (i) => {
    const y = top + 6 + (150 - top) * ((i + 0.6) / 5) ** 2;
    const h = 1 + i * i * 0.7;
    return `<path d="M${round(60 - 0.3 - i * 0.25)} ${round(y)}h${round(0.6 + i * 0.5)}v${round(h)}h-${round(0.6 + i * 0.5)}z"/>`;
  });
  return (
    `<path fill="${wing}" opacity=".82" d="M0 ${top}h120v60H0z"/>` +
    `<path fill="${wing}" d="M58 ${top}h4L${60 + near} 164H${60 - near}z"/>` +
    `<g fill="${sun}" opacity=".9">${edge(-1)}${edge(1)}</g><g fill="#fff" opacity=".6">${dashes}</g>`
  );
}

const SUBJECTS: Record<Situation, (colours: Colours, random: () => number) => string> = {
  // Roofs below the window, and one lamp that is still on.
  home: ({ wing, sun }, random) => {
    const x = round(18 + random() * 30);
    return (
      `<path fill="${wing}" d="M0 164v-34l20-15 18 14v-9h6v13l8 6 26-20 26 20v-5l16-9v39z"/>` +
      `<path fill="${sun}" d="M${x + 46} 140h5v6h-5zm6.5 0h5v6h-5zM${x} 144h4v5h-4z"/>`
    );
  },
  // The tail of an aircraft behind the panes of the gate.
  airport: ({ wing }, random) => {
    const x = round(random() * 16);
    return (
      `<path fill="${wing}" d="M${40 + x} 140l26-62h13l-5 62z"/><path fill="#fff" opacity=".22" d="M${52 + x} 112l14-34h13l-2.7 34z"/>` +
      `<path fill="${wing}" d="M0 140q60-10 120-4v28H0z"/>` +
      `<path stroke="${wing}" stroke-width="2.2" d="M38 0v164M82 0v164M0 52h120"/>`
    );
  },
  // Rows of seats on both sides of an aisle with its lights.
  boarding: ({ wing, sun }) => {
    const row = (i: number) => {
      const w = 13 + i * 10;
      const y = 96 + i * i * 6;
      const seat = (x: number) =>
        `<rect x="${round(x)}" y="${y}" width="${w}" height="60" rx="${round(w / 4)}"/>`;
      const gap = 5 + i * 4;
      return [0, 1]
        .map((n) => seat(60 + gap + n * (w + 1)) + seat(60 - gap - w - n * (w + 1)))
        .join('');
    };
    return (
      `<path fill="${wing}" opacity=".6" d="M0 0h120v58q-60-26-120 0zM0 128h120v40H0z"/>` +
      `<g fill="${wing}" stroke="#fff" stroke-opacity=".2" stroke-width=".8">${times(4, row)}</g>` +
      `<g fill="${sun}">${times(5, (i) => dot(60, 130 + i * i * 2, round(0.5 + i * 0.2)))}</g>`
    );
  },
  take_off: (colours) => drawRunway(52, 116, colours),
  cruise: ({ wing }, random) => drawWing(random, wing),
  // A wing that bends, among clouds that tower.
  turbulence: ({ wing }, random) => {
    const bend = round(random() * 10);
    const tower = (x: number, y: number, r: number) =>
      dot(x, y, r) + dot(x + r, y + r * 0.7, r) + dot(x - r, y + r * 0.8, r);
    return (
      `<g fill="#fff" opacity=".34">${tower(24, 78, 13)}${tower(92, 92, 16)}</g>` +
      `<path fill="${wing}" d="M130 124Q84 ${122 - bend} 40 ${82 - bend}l-3-9 5 1 5 8q38 26 83 26z"/>` +
      `<path stroke="#fff" stroke-width="1.2" opacity=".5" d="M6 104h20M14 112h26M4 122h16"/>`
    );
  },
  // A moon, its path on the water, and stars.
  night: ({ sun }, random) => {
    const x = round(36 + random() * 40);
    return (
      `<path fill="#0b1330" opacity=".58" d="M0 0h120v164H0z"/><path fill="#070d22" opacity=".75" d="M0 112h120v52H0z"/>` +
      `<g fill="#f4ecd8" opacity=".85">${times(9, () => dot(8 + random() * 104, 8 + random() * 84, round(0.5 + random() * 0.5)))}</g>` +
      `<path fill="#f6efdc" d="M${x} 42a10 10 0 1 0 9 15a9 9 0 0 1-9-15z"/>` +
      `<g fill="${sun}" opacity=".5">${times(6, (i) => `<path d="M${round(x - 3 - i * 1.6)} ${116 + i * 7}h${round(6 + i * 3.2)}v1.2h-${round(6 + i * 3.2)}z"/>`)}</g>`
    );
  },
  // The runway ahead, narrow still, and the lamps beside it.
  landing: (colours) =>
    drawRunway(15, 104, colours) +
    `<g fill="#fff">${dot(22, 126, 1.5)}${dot(28, 126, 1.5)}</g><g fill="#ff8f5a">${dot(34, 126, 1.5)}${dot(40, 126, 1.5)}</g>`,
  // A road that leads away between hills.
  after: ({ wing, sun }, random) => {
    const y = round(112 + random() * 6);
    return (
      `<path fill="${wing}" opacity=".6" d="M0 ${y}q30-16 62-2t58-8v60H0z"/><path fill="${wing}" d="M0 ${y + 16}q40-16 70-4t50-2v54H0z"/>` +
      `<path fill="${sun}" opacity=".8" d="M58 ${y + 12}q14 8-2 16t-22 36h32q-12-22 4-34t-6-18z"/>`
    );
  },
  // Two headrests side by side.
  company: ({ wing }) =>
    `<g fill="${wing}"><rect x="8" y="98" width="48" height="80" rx="13"/><rect x="64" y="98" width="48" height="80" rx="13"/></g>` +
    `<g fill="${wing}"><circle cx="33" cy="92" r="13"/><circle cx="87" cy="95" r="12"/></g>` +
    `<g fill="#fff" opacity=".16"><rect x="15" y="106" width="34" height="14" rx="6"/><rect x="71" y="106" width="34" height="14" rx="6"/></g>`,
};

/** Draws the SVG elements of what a session is about (such as a wing), for the foreground of its picture. */
export const drawSubject = (subject: Situation, random: () => number, colours: Colours): string =>
  SUBJECTS[subject](colours, random);
