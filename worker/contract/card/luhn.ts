/**
 * Checks the check digit of a card number with the Luhn formula (ISO/IEC 7812-1, annex B).
 *
 * @param digits digits only; an empty string or any other character is invalid
 */
export const isLuhnValid = (digits: string): boolean => {
  if (!/^[0-9]+$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = digit * 2
    // Every second digit from the right is doubled, and its digits are added up.
    if (index % 2 === 0) sum += digit
    else sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
