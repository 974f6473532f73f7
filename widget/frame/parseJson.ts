/** JSON from the page, escaped where it came in the URL; null where it is none. */
export const parsed = (json: string, unescape: (text: string) => string = String): unknown => {
  try {
    return JSON.parse(unescape(json))
  } catch {
    return null
  }
}
