/** All but the last four digits hidden, at the number's own length. */
export const maskedNumber = (last4: string, digits: number): string => '*'.repeat(digits - last4.length) + last4
