/** The eight groups of an IPv6 address with :: expanded. An IPv4 tail counts as one group; callers use the first four. */
const ipv6Groups = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}

/**
 * The client address that rate limits count; null if it is unknown. The platform overwrites the header, so clients cannot set it.
 *
 * For IPv6 it is the first 64 bits, since one subscriber has all addresses below them (RFC 6177, RFC 4291).
 */
export const clientAddress = (request: Request): string | null => {
  const address = request.headers.get('cf-connecting-ip')
  if (!address?.includes(':')) return address
  const network = ipv6Groups(address.toLowerCase()).slice(0, 4)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
