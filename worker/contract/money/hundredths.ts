/**
 * Converts canonical decimal text ('10.5') to hundredths, for exact sums. Amounts of the interface have at most two decimals in every
 * currency.
 */
export const toHundredths = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}

/** Converts hundredths to the nearest number, for the details of an error. */
export const fromHundredths = (value: bigint): number => Number(`${value}e-2`)
