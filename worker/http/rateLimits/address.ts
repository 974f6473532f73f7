/** The eight groups of an IPv6 address, its :: filled in. An IPv4 tail counts as one group; only the first four are looked at. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}

/**
 * Where a request comes from, as limits count it; null where that is not known. The platform sets the header, whatever a client sends.
 *
 * Of an IPv6 address it is the first 64 bits: whoever has one has all the rest (RFC 6177, RFC 4291).
 */
export const addressOf = (request: Request): string | null => {
  const address = request.headers.get('cf-connecting-ip')
  if (!address?.includes(':')) return address
  const network = groupsOf(address.toLowerCase()).slice(0, 4)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
