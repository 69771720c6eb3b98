const places = new Map<string, number>();
let wentOn = false;

const address = () => location.pathname + location.search;
/** The router tells of going on by events of these names; of going back it says nothing. */
const GOING_ON = ['pushState', 'replaceState'] as const;

/** Remembers how far down each page of this visit was read. Returns what ends it. */
export function keepPlace(): () => void {
  const onScroll = () => void places.set(address(), scrollY);
  const onGoingOn = () => void (wentOn = true);
  addEventListener('scroll', onScroll, { passive: true });
  for (const event of GOING_ON) addEventListener(event, onGoingOn);
  return () => {
    removeEventListener('scroll', onScroll);
    for (const event of GOING_ON) removeEventListener(event, onGoingOn);
  };
}

/** Where a page that was gone back to had been left, in pixels from its top; null on a page gone on to. */
export function placeOnReturn(): number | null {
  const place = wentOn ? null : (places.get(address()) ?? null);
  wentOn = false;
  return place;
}
