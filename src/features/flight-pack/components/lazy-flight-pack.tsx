import { waitForIdle } from '#web/lib/idle.ts';
import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `FlightPack`, loaded once nothing else is to be done. */
export const LazyFlightPack = lazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([import('./flight-pack.tsx'), loadTexts('offline')]);
  return module.FlightPack;
});
