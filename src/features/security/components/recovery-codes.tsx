import type { ReactNode } from 'react';

/** Shows recovery codes for two-step sign-in, below the instructions in `children`. */
export function RecoveryCodeList({ codes, children }: { codes: string[]; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
