/**
 * Parses a transaction id of a request. Returns -1, which no transaction has, for text that is not an id of the gateway: those are below
 * 2^53.
 */
export const parseTransactionId = (text: string): number => {
  const id = Number(text)
  // Leading zeros are rejected: 007 is not 7.
  return Number.isSafeInteger(id) && String(id) === text ? id : -1
}
