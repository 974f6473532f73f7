/** Letters of member names and of paths to them. Others, commas among them, are percent-encoded. */
const plain = /^[0-9A-Za-z_*.[\]-]$/

const encoded = (path: string): string =>
  Array.from(path, (character) =>
    plain.test(character) ? character : encodeURIComponent(character.toWellFormed()),
  ).join('')

/** Paths of members as the value of a header: separated by commas, other characters percent-encoded in UTF-8. */
export const memberList = (paths: readonly string[]): string => paths.map(encoded).join(', ')

/** The value of Sluice-Warning for members with a card number in their text: a list of structured fields (RFC 9651, 3.1). */
export const cardNumberWarning = (paths: readonly string[]): string =>
  paths.map((path) => `card_number_in_text;member="${encoded(path)}"`).join(', ')
