import type { Details } from './details.ts'

/** AVS result of a card. An address that contains 888 and the ZIP code 77777 match. */
export const avsResult = ({ address_1: address = '', postal_code: zip = '' }: Details): string => {
  if (address === '' && zip === '') return ''
  const addressMatches = address.includes('888')
  const zipMatches = zip === '77777'
  if (addressMatches) return zipMatches ? 'Y' : 'A'
  return zipMatches ? 'Z' : 'N'
}

/** CVV result of a card. 999 matches. */
export const cvvResult = (cvv: string): string => {
  if (cvv === '') return ''
  return cvv === '999' ? 'M' : 'N'
}
