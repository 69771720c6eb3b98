import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** The fear that was given on the way, loaded with the names of the phases where there is any. */
export const LazyFlightFearCurve = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./flight-fear-curve.tsx'),
    loadCatalogueGroup('flight'),
  ]);
  return module.FlightFearCurve;
});

/** How rough it was on the way, loaded in the same way. */
export const LazyKeptRoughness = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('#web/features/turbulence-meter/components/recorded-roughness.tsx'),
    loadCatalogueGroup('flight'),
  ]);
  return module.RecordedRoughness;
});
