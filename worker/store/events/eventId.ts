/**
 * Event ids: a UUIDv7 (RFC 9562, section 5.7) of the event's time, whose 74 random bits contain the position, so that a read by id needs no
 * index. The column `id` of the table makes them:
 *
 *     48 bits    12 bits        14 bits        14 bits        34 bits
 *     time       sum, top       sum, middle    sum, end       random
 *
 * `sum` is the position plus a multiple of the random bits, modulo 2^40: ids of one account do not look like a count. It is no secret.
 */

/** Bits of an id that are random. */
export const randomBits = `random() & ${2n ** 34n - 1n}`

const idFormat = /^evt-[0-9a-f]{8}-[0-9a-f]{4}-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/

/** Spreads 34 bits over 40. */
const multiplier = 61_681n

/**
 * The position of the event with this id, if there is one: only the row tells. Null for a text that is no event id.
 *
 * Ids of other accounts have positions as well, so a read compares the whole id.
 */
export const positionOfEventId = (id: string): number | null => {
  const [, top, middle, end] = idFormat.exec(id) ?? []
  if (top === undefined) return null
  const low = BigInt(`0x${end}`)
  const sum = (BigInt(`0x${top}`) << 28n) | ((BigInt(`0x${middle}`) & 0x3fffn) << 14n) | (low >> 34n)
  return Number(BigInt.asUintN(40, sum - BigInt.asUintN(34, low) * multiplier))
}

/** The prefix of event ids of this time, milliseconds since 1970. Ids sort by time. */
export const eventIdPrefix = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0')
  return `evt-${hex.slice(0, 8)}-${hex.slice(8)}`
}
