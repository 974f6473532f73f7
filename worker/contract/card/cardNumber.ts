import { isLuhnValid } from './luhn.ts'

/**
 * Whether digits can be a card number: the check digit is right, and the digits differ. Numbers of one repeated digit
 * (`0000000000000000`) pass the Luhn formula, but no network issues them.
 *
 * @param digits digits only; an empty string or any other character is invalid
 */
export const isCardNumber = (digits: string): boolean => isLuhnValid(digits) && !/^(\d)\1*$/.test(digits)
