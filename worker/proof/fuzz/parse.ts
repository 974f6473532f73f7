import type { Member, Written } from './written.ts'

/** How deep the contract lets a body nest. */
const deepest = 20

/** RFC 8259, each token at the place where it is looked for. Strings are unrolled, so that a long one is one step and not a hundred thousand. */
// oxlint-disable no-control-regex -- control characters are what a string of JSON must not have
const tokens = {
  space: /[ \t\n\r]*/y,
  string: /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y,
  plain: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y,
} as const

class Unreadable extends Error {}

/** Reads JSON as the contract takes it: no name twice in an object, and no deeper than 20 levels. @throws Unreadable */
const parser = (json: string) => {
  let at = 0
  const taken = (token: keyof typeof tokens): string | null => {
    const pattern = tokens[token]
    pattern.lastIndex = at
    const found = pattern.exec(json)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const isNext = (character: string): boolean => {
    taken('space')
    if (json[at] !== character) return false
    at++
    return true
  }
  const required = <T>(found: T | null | false): T => {
    if (found === null || found === false) throw new Unreadable(`at ${at}`)
    return found
  }
  const list = <T>(end: string, one: () => T): readonly T[] => {
    if (isNext(end)) return []
    const all = [one()]
    while (!isNext(end)) {
      required(isNext(','))
      all.push(one())
    }
    return all
  }
  const value = (depth: number): Written => {
    const isList = isNext('[')
    if (!isList && !isNext('{')) return { raw: required(taken('string') ?? taken('plain')) }
    if (depth === deepest) throw new Unreadable('too deep')
    if (isList) return { items: list(']', () => value(depth + 1)) }
    const names = new Set<string>()
    const members = list('}', (): Member => {
      taken('space')
      const name = JSON.parse(required(taken('string'))) as string
      if (names.has(name)) throw new Unreadable('a name twice')
      names.add(name)
      required(isNext(':'))
      return [name, value(depth + 1)]
    })
    return { members }
  }
  return (): Written => {
    const whole = value(0)
    taken('space')
    required(at === json.length)
    return whole
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** What a body says, or null where it is no JSON that the contract takes. Written apart from the gateway's own reader, which it judges. */
export const parseBody = (bytes: Uint8Array): Written | null => {
  try {
    return parser(decoder.decode(bytes))()
  } catch {
    return null
  }
}
