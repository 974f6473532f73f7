/** Longer texts, such as keys and pictures, are cut in printed JSON. */
const longestText = 120

const cut = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText && !value.includes(' ') ? `${value.slice(0, 60)}…` : value

const lineWidth = 72

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A list of single values on one line, if it fits. */
const shortLists = (text: string): string =>
  text.replaceAll(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (whole, inner: string) => {
    const line = `[${inner.split(/,\n\s+/).join(', ')}]`
    return line.length <= lineWidth ? line : whole
  })

/** JSON as the pages show it: short lists on one line, long texts cut with an ellipsis. */
export const shownJson = (value: unknown): string =>
  isScalar(value) ? JSON.stringify(value) : shortLists(JSON.stringify(value, cut, 2))
