import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `SearchAnswers`, whose code and texts are loaded with the first search. */
export const LazySearchAnswers = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./search-answers.tsx'),
    loadCatalogueGroup('support'),
  ]);
  return module.SearchAnswers;
});
