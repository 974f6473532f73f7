/** Letters of member names and of paths to them. Others, commas among them, are percent-encoded. */
const plain = /^[0-9A-Za-z_*.[\]-]$/

/** Paths of members as the value of a header: separated by commas, other characters percent-encoded in UTF-8. */
export const memberList = (paths: readonly string[]): string =>
  paths
    .map((path) =>
      Array.from(path, (character) =>
        plain.test(character) ? character : encodeURIComponent(character.toWellFormed()),
      ).join(''),
    )
    .join(', ')
