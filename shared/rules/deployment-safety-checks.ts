/**
 * What the studio's page "Safe to open?" checks, in its order. Each has a title and a mend in the catalogue `studio-safety`, and
 * is computed in server/features/system/safety.
 */
export const DEPLOYMENT_SAFETY_CHECKS = [
  'https',
  'listening',
  'secret',
  'proxies',
  'emulator',
  'liveSandbox',
  'testMode',
  'backups',
  'backupPassphrase',
  'email',
  'operator',
  'phone',
  'vat',
  'mediator',
] as const;
export type DeploymentSafetyCheckName = (typeof DEPLOYMENT_SAFETY_CHECKS)[number];

/** `refused`: a server with a public address does not start so. `warning`: it starts, but something is missing. */
export const DEPLOYMENT_SAFETY_STATES = ['ok', 'warning', 'refused'] as const;

export interface DeploymentSafetyCheck {
  name: DeploymentSafetyCheckName;
  state: (typeof DEPLOYMENT_SAFETY_STATES)[number];
}
