import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** The list of what is heard in a cabin, whose code and words are loaded when it is opened. */
export const LazyCabinSoundFinder = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./cabin-sound-finder.tsx'),
    loadCatalogueGroup('sounds'),
  ]);
  return module.CabinSoundFinder;
});
