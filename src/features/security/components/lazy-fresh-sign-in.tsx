import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `FreshSignInDialog`, loaded with the texts of the profile and of the sign-in. */
export const LazyFreshSignIn = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./fresh-sign-in.tsx'),
    loadCatalogueGroup('profile'),
    loadCatalogueGroup('entry'),
  ]);
  return module.FreshSignInDialog;
});
