const maxDepth = 20

/** Why a text is rejected before it is parsed, or null. */
export type JsonDefect = 'it nests deeper than 20 levels' | 'a member name occurs twice' | null

/**
 * Scans JSON text in linear time for deep nesting and repeated member names, which JSON.parse accepts silently. With a repeated name, two
 * parsers of one request could read different amounts.
 *
 * Names are compared decoded ("a" equals "\u0061"). Malformed text may pass: the parser rejects it later.
 */
export const scanJson = (text: string): JsonDefect => {
  /** One entry for each open bracket: the names seen so far in an object, null in an array. */
  const open: (Set<string> | null)[] = []
  let expectsName = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        if (open.length === maxDepth) return 'it nests deeper than 20 levels'
        open.push(new Set())
        expectsName = true
        break
      case 0x5b: // [
        if (open.length === maxDepth) return 'it nests deeper than 20 levels'
        open.push(null)
        expectsName = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        expectsName = false
        break
      case 0x2c: // ,
        expectsName = open.at(-1) instanceof Set
        break
      case 0x22: {
        const end = endOfString(text, at)
        const names = open.at(-1)
        if (expectsName && names) {
          const name = decoded(text.slice(at, end + 1))
          if (names.has(name)) return 'a member name occurs twice'
          names.add(name)
          expectsName = false
        }
        at = end
      }
    }
  }
  return null
}

/** Index of the closing quote, or of the last character where there is none. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length - 1
}

const decoded = (literal: string): string => {
  if (!literal.includes('\\')) return literal
  try {
    return JSON.stringify(JSON.parse(literal))
  } catch {
    return literal
  }
}
