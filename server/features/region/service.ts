import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { Reader } from 'mmdb-lib';
import { isIP } from 'node:net';
import { createNetworkMatcher, normaliseIpAddress } from '#server/networks.ts';
import { parseCountryHeader } from './policy.ts';

/** Where a request comes from, as far as it is known. */
export interface GeoLocation {
  country: string | null;
  city: string | null;
}

/** Finds where a request comes from, without asking any service; unknown parts are null. */
export type LocationFinder = (
  request: Pick<FastifyRequest, 'ip' | 'headers' | 'socket'>,
) => GeoLocation;

interface LocationSources {
  /** Name of the header, in lower case, in which a CDN in front sends the country. */
  countryHeader: string | undefined;
  /** Addresses and networks from which the header is trusted: any client can send one. */
  trustedProxies: readonly string[];
  /** Path of another database in MaxMind's format, instead of the bundled one. */
  database: string | undefined;
}

/** A record of the databases in this format: flat as in ip-location-db, or nested as in GeoLite2 and DB-IP. */
interface LocationRecord {
  country_code?: unknown;
  country?: { iso_code?: unknown };
  city?: unknown;
}

const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * Loads a database of IP addresses into memory (8 MB for the bundled one) and creates the look-up of locations. The
 * country header of a trusted CDN takes precedence over the database.
 * @throws {Error} when the database cannot be read
 */
export async function createLocationFinder({
  countryHeader,
  trustedProxies,
  database = fileURLToPath(import.meta.resolve(BUNDLED)),
}: LocationSources): Promise<LocationFinder> {
  const reader = new Reader(await readFile(database)) as unknown as {
    get(address: string): LocationRecord | null;
  };
  const isTrusted = createNetworkMatcher(trustedProxies);
  return ({ ip, headers, socket }) => {
    const address = normaliseIpAddress(ip);
    const found = isIP(address) === 0 ? null : reader.get(address);
    const named =
      countryHeader !== undefined && isTrusted(socket.remoteAddress ?? '')
        ? parseCountryHeader(headers[countryHeader])
        : null;
    const known = parseCountryHeader(found?.country_code ?? found?.country?.iso_code);
    return {
      country: named ?? known,
      // Of a country that the CDN does not contradict.
      city: named === null || named === known ? readCity(found?.city) : null,
    };
  };
}

function readCity(city: unknown): string | null {
  const name =
    typeof city === 'object' && city !== null
      ? (city as { names?: { en?: unknown } }).names?.en
      : city;
  return typeof name === 'string' && name !== '' ? name.slice(0, 200) : null;
}
