import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `StudioCode`, loaded with the texts of the profile and of the sign-in. */
export const LazyStudioCode = lazyComponent(async () => {
  const [module] = await Promise.all([
    import('./studio-code.tsx'),
    loadTexts('profile'),
    loadTexts('entry'),
  ]);
  return module.StudioCode;
});
