/** An id that a client named, as ours: -1, which nobody has, where it can be none of ours. Ours stay below 2^53. */
export const transactionKey = (named: string): number => {
  const id = Number(named)
  // 007 is not 7.
  return Number.isSafeInteger(id) && String(id) === named ? id : -1
}
