/** What a piece of JSON is: a member's name, a text, any other value, or what holds them together. */
export type Sort = 'name' | 'text' | 'value' | 'sign'
export type Piece = { sort: Sort; text: string }

const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy

const tokensOf = (json: string): string[] => [...json.matchAll(token)].map(([, text = '']) => text)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const sortOf = (text: string, next: string | undefined): Sort => {
  if (text.startsWith('"')) return next === ':' ? 'name' : 'text'
  return '{}[],:'.includes(text) ? 'sign' : 'value'
}

/** Lines begin after what opens and before what closes; an empty pair stays on its line. */
const layOut = (tokens: readonly string[]): Piece[] => {
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return tokens.map((text, index) => {
    const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]]
    const piece = (printed: string): Piece => ({ sort: sortOf(text, after), text: printed })
    if (text === '{' || text === '[') {
      depth += 1
      return piece('}]'.includes(after) && after !== '' ? text : text + line())
    }
    if (text === '}' || text === ']') {
      depth -= 1
      return piece('{['.includes(before) && before !== '' ? text : line() + text)
    }
    if (text === ',') return piece(text + line())
    return piece(text === ':' ? ': ' : text)
  })
}

/**
 * Lays JSON out in lines without reading its values: a number keeps every digit that it came with, however many a double can hold. What is
 * no JSON stays as it is.
 */
export const prettyJson = (text: string): Piece[] => (isJson(text) ? layOut(tokensOf(text)) : [{ sort: 'text', text }])
