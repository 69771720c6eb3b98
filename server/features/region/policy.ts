import { BlockList, isIP } from 'node:net';

/**
 * Parses the value of a country header to a two-letter country code in capitals; null for anything else, such as
 * Cloudflare's `XX` (unknown) and `T1` (Tor).
 */
export function parseCountryHeader(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value)) return null;
  const code = value.toUpperCase();
  return code === 'XX' ? null : code;
}

/** Returns an IP address without the prefix of IPv4 on an IPv6 socket (`::ffff:`) and without a zone. */
export const normaliseIpAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/**
 * Creates a function that returns whether an IP address is one of these addresses or in one of these networks (CIDR).
 */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (given) => {
    const address = normaliseIpAddress(given);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
