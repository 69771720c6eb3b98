import { PRODUCT_NAME } from '#shared/product.ts';

/** The logo and the product's name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 18 24" aria-hidden="true" className="h-6 w-4.5">
        <rect
          x="1.6"
          y="1.6"
          width="14.8"
          height="20.8"
          rx="7"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
        <path
          d="M1.8 13.6c4.6-2.4 9.8-2.4 14.4 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      </svg>
      <span className="font-serif text-xl font-medium tracking-tight">{PRODUCT_NAME}</span>
    </span>
  );
}
