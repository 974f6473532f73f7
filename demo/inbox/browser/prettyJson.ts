/** Token types: member name, string, other value, punctuation. */
export type TokenType = 'name' | 'text' | 'value' | 'sign'
export type Token = { type: TokenType; text: string }

const pattern = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy

const tokensOf = (json: string): string[] => [...json.matchAll(pattern)].map(([, text = '']) => text)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const tokenType = (text: string, next: string | undefined): TokenType => {
  if (text.startsWith('"')) return next === ':' ? 'name' : 'text'
  return '{}[],:'.includes(text) ? 'sign' : 'value'
}

/** Breaks lines after opening and before closing brackets; empty brackets stay on one line. */
const layOut = (tokens: readonly string[]): Token[] => {
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return tokens.map((text, index) => {
    const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]]
    const token = (printed: string): Token => ({ type: tokenType(text, after), text: printed })
    if (text === '{' || text === '[') {
      depth += 1
      return token('}]'.includes(after) && after !== '' ? text : text + line())
    }
    if (text === '}' || text === ']') {
      depth -= 1
      return token('{['.includes(before) && before !== '' ? text : line() + text)
    }
    if (text === ',') return token(text + line())
    return token(text === ':' ? ': ' : text)
  })
}

/**
 * Formats JSON without parsing its numbers, so that they keep every digit. Invalid JSON is returned unchanged.
 */
export const prettyJson = (text: string): Token[] => (isJson(text) ? layOut(tokensOf(text)) : [{ type: 'text', text }])
