import { randomBase62, randomBytes, toHex } from '#contract/encoding/bytes'
import type { Random } from '#contract/encoding/bytes'
import { isLuhnValid } from '#contract/card/luhn'
import { transactionIdEpochMs } from '#contract/transactions/transactionKey'

/** Generates ids. They reveal no count, and all but short ones sort by their creation time. */
export interface Ids {
  /** UUIDv7: 36 characters, lower case. Fits the identifiers of the API, which take letters, digits and hyphens. */
  uuid: () => string
  /** UUIDv7 without hyphens: 32 lower-case hex digits. */
  requestId: () => string
  /** 11 random letters and digits, 65 bits. For ids that the rows of every payment repeat. Does not sort by time. */
  short: () => string
  /**
   * Decimal text below 2^53, so that a client that copies it through a double into an int64 loses no digit: (milliseconds since
   * 2024) * 1000, plus 0 to 999 at random. Only the primary key makes it unique: on a collision the caller generates another.
   *
   * @param nowMs milliseconds since 1970, by the account's clock
   * @throws RangeError before 2024 and after 2309
   */
  transactionId: (nowMs: number) => string
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

const uint32 = (random: Random): number => new DataView(random(4).buffer).getUint32(0)

/** RFC 9562, section 5.7: 48 bits of milliseconds, then 74 random bits around version and variant. */
const uuidBytes = (nowMs: number, random: Random): Uint8Array => {
  const bytes = random(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(nowMs / 2 ** 16))
  view.setUint16(4, nowMs % 2 ** 16)
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f))
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  return bytes
}

/**
 * A random number with a wrong Luhn check digit, since log scrubbers, including ours, take a number with a correct one for a card
 * number. One of ten last digits is correct, so 900 of the 1000 numbers of a millisecond are left.
 */
const mintTransactionId = (nowMs: number, random: Random): string => {
  const sinceEpoch = nowMs - transactionIdEpochMs
  if (!(sinceEpoch > 0 && sinceEpoch * 1000 + 999 <= Number.MAX_SAFE_INTEGER))
    throw new RangeError(`No transaction id at ${nowMs} ms.`)
  // 2^32 is no multiple of 900, which favours some ids by one in 4.7 million. That is harmless: ids need not be unguessable.
  const choice = uint32(random) % 900
  const prefix = String(sinceEpoch * 100 + Math.floor(choice / 9))
  const wrongDigits = DIGITS.filter((digit) => !isLuhnValid(prefix + digit))
  return `${prefix}${wrongDigits[choice % 9]}`
}

/** The smallest transaction id of a time in milliseconds since 1970. */
export const firstTransactionIdOf = (ms: number): number => (ms - transactionIdEpochMs) * 1000

/** When a transaction id was generated, in milliseconds since 1970. */
export const timeOfTransactionId = (id: number): number => Math.floor(id / 1000) + transactionIdEpochMs

/**
 * @param clock returns milliseconds since 1970
 * @param random source of random bytes
 */
export const createIds = ({ clock, random = randomBytes }: { clock: () => number; random?: Random }): Ids => {
  const requestId = () => toHex(uuidBytes(clock(), random))
  return {
    uuid: () => requestId().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    requestId,
    short: () => randomBase62(11, random),
    transactionId: (nowMs) => mintTransactionId(nowMs, random),
  }
}
