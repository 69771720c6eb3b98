import type { RehearsalLight } from '#shared/rules/rehearsal-dose.ts';

/** What is seen until the still is there, and where there is none. */
const SKIES: Record<RehearsalLight, string> = {
  day: 'from-[#3f7fc4] via-[#9cc8ee] via-55% to-[#f3f5f6]',
  dusk: 'from-[#333f6f] via-[#f0b98c] via-55% to-[#8a7691]',
  night: 'from-[#0b1022] via-[#3a2d35] via-55% to-[#2a1d14]',
  rain: 'from-[#33415f] via-[#7b8899] via-55% to-[#4a5a78]',
};

/** A window with a still of what is seen through it; one that changes fades in. */
export function RehearsalWindowStill({
  light,
  stillUrl,
  className = '',
}: {
  light: RehearsalLight;
  stillUrl: string | undefined;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={`relative block overflow-hidden rounded-full bg-linear-to-b shadow-[0_0_0_3px_var(--ground),0_0_0_5px_var(--line)] ${SKIES[light]} ${className}`}
    >
      {stillUrl && (
        <img
          key={stillUrl}
          src={stillUrl}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover opacity-100 transition-opacity duration-700 starting:opacity-0"
        />
      )}
    </span>
  );
}
