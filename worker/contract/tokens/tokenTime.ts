import { toBase62 } from '../encoding/bytes.ts'

/** Characters of a token's id that contain the second of its creation: enough for 1,800 years. */
export const tokenTimeLength = 6

/**
 * The beginning of the ids of tokens that are created in a second, in base 62. Ids sort by it as texts, so that the sweep finds expired tokens
 * by their primary key, and tokens need no index.
 *
 * @param ms real time, milliseconds since 1970
 */
export const tokenTime = (ms: number): string => toBase62(Math.max(0, Math.floor(ms / 1000)), tokenTimeLength)

/** How long a token is recognized as used or expired after its creation. Later it is unknown. */
export const tokenRetentionMs = 24 * 3_600_000

/** How far the clocks of two isolates may differ. */
const clockToleranceMs = 60_000

/**
 * Whether an id has the form of a token that was created within the retention.
 *
 * @param nowMs real time, milliseconds since 1970
 */
export const isWithinTokenRetention = (id: string, nowMs: number): boolean =>
  id >= tokenTime(nowMs - tokenRetentionMs) && id < tokenTime(nowMs + clockToleranceMs)
