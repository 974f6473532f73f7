/**
 * The anchor of a heading, as repository viewers make it: lower case, spaces as hyphens, no other punctuation but hyphens and underscores.
 * The site uses the same, so that one link works in both.
 *
 * @param heading its text without markup
 */
export const anchorOfHeading = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** The anchors of headings in one document, in order. A repeated heading gets -1, -2 and so on. */
export const anchorsOfHeadings = (headings: readonly string[]): string[] => {
  const uses = new Map<string, number>()
  return headings.map((heading) => {
    const anchor = anchorOfHeading(heading)
    const count = uses.get(anchor) ?? 0
    uses.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}
