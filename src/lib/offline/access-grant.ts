import type { Flight } from '#shared/contract/flights.ts';
import {
  ACCESS_GRANT_TYPE,
  type ClockAnchor,
  computeOfflineAccessEndOrInfinityMs,
  estimateServerTimeMs,
  advanceClockAnchor,
} from '#shared/rules/offline-access.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { decryptStored } from '#web/lib/vault/vault.ts';
import type { DeviceDatabase } from './device-database.ts';

/** Replies that a version without grants kept have none. */
type Status = Omit<ReplyOf<'GET /api/subscription-status'>, 'grant'> & { grant?: string | null };
type Config = ReplyOf<'GET /api/config'>;

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
const parse = (text: string): unknown => JSON.parse(new TextDecoder().decode(decode(text)));

/**
 * Verifies a grant of access without a network (server/features/billing/access-grant/service.ts) by the server's public key;
 * resolves to when it ends, in epoch milliseconds, or to -Infinity where it is not a grant of this server for `uid`.
 */
export async function verifyAccessGrantAndGetEndMs(
  grant: string,
  publicKey: string,
  uid: string,
): Promise<number> {
  try {
    const [header = '', claims = '', signature = ''] = grant.split('.');
    const key = await crypto.subtle.importKey('raw', decode(publicKey), ECDSA, false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${claims}`);
    const isSigned = await crypto.subtle.verify(ECDSA, key, decode(signature), signed);
    const { typ } = parse(header) as { typ?: unknown };
    const { sub, exp } = parse(claims) as { sub?: unknown; exp?: unknown };
    const isValid = isSigned && typ === ACCESS_GRANT_TYPE && sub === uid;
    return isValid && typeof exp === 'number' ? exp * 1000 : -Infinity;
  } catch {
    // Cut off, or written by another person.
    return -Infinity;
  }
}

/** Ends the access that the cached reply tells of once it is over (shared/rules/offline-access.ts). */
export async function advanceClockAndApplyAccessExpiry(
  database: DeviceDatabase,
  status: Status,
): Promise<Status> {
  const known = (await database.get('about', 'clock')) as ClockAnchor | undefined;
  if (!status.hasActiveAccess || !known) return status;
  const clock = advanceClockAnchor(known, Date.now());
  await database.put('about', clock, 'clock');
  const endMs = await findAccessEnd(database, status, known);
  return { ...status, hasActiveAccess: estimateServerTimeMs(clock) < endMs };
}

/** Finds until when the app opens without a network, in epoch milliseconds: as the server signed it. */
async function findAccessEnd(
  database: DeviceDatabase,
  { grant, endsAt }: Status,
  { serverMs }: ClockAnchor,
): Promise<number> {
  if (grant !== undefined) {
    const config = decryptStored(await database.get('replies', '/api/config')) as
      | Config
      | undefined;
    const owner = (await database.get('about', 'owner')) as string | undefined;
    return verifyAccessGrantAndGetEndMs(grant ?? '', config?.grantKey ?? '', owner ?? '');
  }
  // Kept by a version without grants, as on a device that was updated before a flight.
  const kept = decryptStored(await database.get('replies', '/api/flights')) as
    | { items: Flight[] }
    | undefined;
  return computeOfflineAccessEndOrInfinityMs(endsAt, kept?.items ?? [], serverMs);
}
