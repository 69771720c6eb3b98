import type { ComponentPropsWithRef } from 'react';
import { Icon } from './icons.tsx';

/**
 * A button that switches the theme and is labelled with the other one. Both labels are in the markup and CSS shows
 * the right one, so it needs no state.
 */
export function ThemeSwitch({
  toNight,
  toDawn,
  className = '',
  ...rest
}: ComponentPropsWithRef<'button'> & { toNight: string; toDawn: string }) {
  return (
    <button
      {...rest}
      type="button"
      data-theme-switch=""
      className={`inline-flex min-h-11 items-center gap-2 ${className}`}
    >
      <span className="inline-flex items-center gap-2 night:hidden">
        <Icon name="moon" className="size-5" />
        {toNight}
      </span>
      <span className="hidden items-center gap-2 night:inline-flex">
        <Icon name="sun" className="size-5" />
        {toDawn}
      </span>
    </button>
  );
}
