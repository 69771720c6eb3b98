import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `StudioCodeForm`, loaded with the texts of the profile and of the sign-in. */
export const LazyStudioCodeForm = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./studio-code.tsx'),
    loadCatalogueGroup('profile'),
    loadCatalogueGroup('entry'),
  ]);
  return module.StudioCodeForm;
});
