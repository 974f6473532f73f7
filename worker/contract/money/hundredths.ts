/**
 * Exact sums of amounts. An amount of the interface has at most two decimals and is canonical decimal text inside ('10.5'),
 * so whole hundredths hold it without loss, whatever the currency.
 */
export const hundredths = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}

/** Hundredths as a number for the details of an error. */
export const amountOf = (value: bigint): number => Number(value) / 100
