import { maskName } from '#contract/schema/issues'
import { apiError } from '#contract/errors/apiError'

/** Whether percent-encoded text is UTF-8. A percent sign that begins no escape stands for itself, as in the URL standard. */
const isUtf8 = (encoded: string): boolean => {
  try {
    decodeURIComponent(encoded.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'))
    return true
  } catch {
    return false
  }
}

/**
 * The parameters of a query. The last of several with one name counts.
 *
 * Error: query_invalid for a parameter that is not UTF-8. The URL parser would replace its bytes, and so search for other text.
 */
export const readQuery = ({ search, searchParams }: URL): Record<string, string> => {
  const invalid = search
    .slice(1)
    .split('&')
    .find((parameter) => !isUtf8(parameter))
  if (invalid !== undefined) {
    const [name = ''] = new URLSearchParams(invalid).keys()
    throw apiError('query_invalid', { field: maskName(name) })
  }
  return Object.fromEntries(searchParams)
}
