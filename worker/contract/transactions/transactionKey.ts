/**
 * Parses a transaction id of a request. Returns -1, which no transaction has, for text that is not an id of the gateway: those are below
 * 2^53.
 */
export const parseTransactionId = (text: string): number => {
  const id = Number(text)
  // Leading zeros are rejected: 007 is not 7.
  return Number.isSafeInteger(id) && String(id) === text ? id : -1
}

/** Transaction ids count thousandths of a millisecond from this time, milliseconds since 1970. */
export const transactionIdEpochMs = Date.UTC(2024, 0, 1)
