const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `2625` is printed as `$26.25`. */
export const printCents = (cents: number): string => dollars.format(cents / 100)

/** Cents as the decimal number that the gateway's amounts are: 2625 is 26.25. Exact for every whole number of cents. */
export const toUnits = (cents: number): number => cents / 100
