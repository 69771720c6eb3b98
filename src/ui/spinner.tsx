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
