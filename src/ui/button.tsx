import type { ComponentPropsWithRef, ReactNode } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

const baseClasses =
  'relative inline-flex min-h-12 min-w-11 items-center justify-center gap-2.5 rounded-full py-2.5 text-center font-medium ' +
  'leading-tight transition-[background-color,border-color,opacity,transform] active:scale-[0.985] ' +
  'disabled:opacity-55 aria-disabled:opacity-55';
const variantClasses: Record<ButtonVariant, string> = {
  primary: 'px-[min(1.5rem,6.5vw)] bg-ink text-on-ink hover:opacity-90',
  secondary: 'px-[min(1.5rem,6.5vw)] border border-edge bg-raised text-ink hover:border-ink',
  quiet:
    'text-ink underline decoration-edge decoration-1 underline-offset-6 hover:decoration-current',
};

/** Returns a button's classes, for other elements that should look like one. */
export function getButtonClassName(
  variant: ButtonVariant = 'primary',
  wide = false,
  className = '',
): string {
  return `${baseClasses} ${variantClasses[variant]} ${wide ? 'w-full' : ''} ${className}`;
}

interface ButtonStyleProps {
  variant?: ButtonVariant;
  /** Fills the width, as the one primary action of a phone screen does. */
  wide?: boolean;
  icon?: ReactNode;
}

/** A button; while `busy` it keeps its width and its focus, and ignores presses. */
export function Button({
  variant = 'primary',
  wide = false,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentPropsWithRef<'button'> & ButtonStyleProps & { busy?: boolean }) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the caller's type, `button` unless told
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={getButtonClassName(variant, wide, className)}
    >
      {icon}
      <span className={busy ? 'opacity-40' : undefined}>{children}</span>
      {busy && <Spinner className="absolute size-5" />}
    </button>
  );
}

/** A link that looks like a button; passes everything on, so it can be the child of a router's Link. */
export function ButtonLink({
  variant = 'primary',
  wide = false,
  icon,
  className,
  children,
  ...rest
}: ComponentPropsWithRef<'a'> & ButtonStyleProps) {
  return (
    <a {...rest} className={getButtonClassName(variant, wide, className)}>
      {icon}
      <span>{children}</span>
    </a>
  );
}

/** A round button that holds only an icon; `label` is what is read aloud and shown as its tooltip. */
export function IconButton({
  label,
  size = 'normal',
  filled = false,
  className = '',
  children,
  type = 'button',
  ...rest
}: ComponentPropsWithRef<'button'> & {
  label: string;
  size?: 'normal' | 'large';
  filled?: boolean;
}) {
  const look = filled ? 'bg-ink text-on-ink hover:opacity-90' : 'text-ink hover:bg-sunk';
  const dimensions = size === 'large' ? 'size-17' : 'size-12';
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the caller's type, `button` unless told
      type={type}
      aria-label={label}
      data-tooltip=""
      className={`inline-grid place-items-center rounded-full transition active:scale-95 disabled:opacity-45 ${dimensions} ${look} ${className}`}
    >
      {children}
    </button>
  );
}

/** A loading spinner; give `label` when it stands alone, so that it is announced. */
export function Spinner({ label, className = 'size-8' }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      className={`inline-grid place-items-center ${className}`}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="turning size-full">
        <circle
          cx="12"
          cy="12"
          r="9.5"
          fill="none"
          stroke="currentColor"
          strokeOpacity=".2"
          strokeWidth="1.6"
        />
        <path
          d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
