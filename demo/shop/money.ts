const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats `2625` as `$26.25`. */
export const printCents = (cents: number): string => dollars.format(cents / 100)

/** Converts cents to the gateway's decimal amounts: 2625 is 26.25. Exact for integers. */
export const toUnits = (cents: number): number => cents / 100
