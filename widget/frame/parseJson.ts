/** Parses JSON from the page, after unescaping a value from the URL. Returns null for invalid JSON. */
export const parseJson = (json: string, unescape: (text: string) => string = String): unknown => {
  try {
    return JSON.parse(unescape(json))
  } catch {
    return null
  }
}
