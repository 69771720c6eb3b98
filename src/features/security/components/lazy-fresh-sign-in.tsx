import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `FreshSignIn`, loaded with its words, which are those of the profile and of signing in. */
export const LazyFreshSignIn = lazyComponent(async () => {
  const [module] = await Promise.all([
    import('./fresh-sign-in.tsx'),
    loadTexts('profile'),
    loadTexts('entry'),
  ]);
  return module.FreshSignIn;
});
