/** Masks all but the last four digits and keeps the length of the number. */
export const maskedNumber = (last4: string, digits: number): string => '*'.repeat(digits - last4.length) + last4
