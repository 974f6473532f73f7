/** How deeply objects and arrays may nest. */
export const maxJsonDepth = 20

/** Why a text is rejected before it is parsed. */
export type JsonDefect =
  | 'it nests deeper than 20 levels'
  | 'a member name occurs twice'
  | 'it contains half of a surrogate pair'

/**
 * Scans JSON text in linear time for what JSON.parse accepts silently; null if there is nothing.
 *
 * - Deep nesting.
 * - Repeated member names: two parsers of one text could read different amounts. Names are compared decoded ("a" equals "\u0061").
 * - Halves of surrogate pairs, as such or escaped ("\ud800"): they have no UTF-8, so what is stored would differ from what was sent.
 *
 * Malformed text may pass: the parser rejects it later.
 */
export const scanJson = (text: string): JsonDefect | null => {
  if (!text.isWellFormed()) return 'it contains half of a surrogate pair'
  /** One entry for each open bracket: the names seen so far in an object, null in an array. */
  const open: (Set<string> | null)[] = []
  let expectsName = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        if (open.length === maxJsonDepth) return 'it nests deeper than 20 levels'
        open.push(new Set())
        expectsName = true
        break
      case 0x5b: // [
        if (open.length === maxJsonDepth) return 'it nests deeper than 20 levels'
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
        if (end === null) return 'it contains half of a surrogate pair'
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

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The code unit of an escape such as \ud83e that begins here; NaN if none does. */
const escapedUnit = (text: string, at: number): number => {
  const digits = text.startsWith('\\u', at) ? text.slice(at + 2, at + 6) : ''
  return /^[0-9A-Fa-f]{4}$/.test(digits) ? Number.parseInt(digits, 16) : NaN
}

/** Index of the closing quote, or of the last character where there is none. Null if half of a surrogate pair is escaped before it. */
const endOfString = (text: string, start: number): number | null => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at
    if (code !== 0x5c) continue
    const unit = escapedUnit(text, at)
    if (isLow(unit)) return null
    // Both halves are escaped: in well-formed text no unescaped half can follow.
    if (isHigh(unit)) {
      if (!isLow(escapedUnit(text, at + 6))) return null
      at += 11
    } else at++
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

/** The value of a JSON text, or why it is rejected. */
export type StrictJson = { readonly value: unknown } | { readonly defect: JsonDefect | 'it is malformed' }

/**
 * Parses JSON from outside: the only way in for bodies of requests, messages of devices, and the content of encrypted cards and wallets.
 *
 * @param parse JSON.parse, or one that keeps the source text of numbers. Its error is dropped, since it quotes the text.
 */
export const parseStrictly = (text: string, parse: (text: string) => unknown = JSON.parse): StrictJson => {
  const defect = scanJson(text)
  if (defect !== null) return { defect }
  try {
    return { value: parse(text) }
  } catch {
    return { defect: 'it is malformed' }
  }
}
