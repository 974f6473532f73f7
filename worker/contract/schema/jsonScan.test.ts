import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonDefect } from './jsonScan.ts'
import { parseStrictly, scanJson } from './jsonScan.ts'

/** JSON as a tree, which unlike a JavaScript object can contain a name twice. */
type Tree = { scalar: string } | { items: Tree[] } | { members: [name: string, value: Tree][] }

const names = fc.constantFrom('a', 'b', 'ab', '', '"', '\\', '{', '}', 'é', '\u2028', '__proto__', 'a"b', 'A')
const scalars = fc.constantFrom(
  '0',
  '-1.5e3',
  'true',
  'null',
  '""',
  '"a"',
  '"{\\"a\\":1,"',
  '"[[["',
  '"\\\\"',
  '"\\u0022"',
)

const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    scalars.map((scalar) => ({ scalar })),
    fc.array(tie('tree'), { maxLength: 3 }).map((items) => ({ items })),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 4 }).map((members) => ({ members })),
  ),
})).tree

const escaped = (text: string): string =>
  `"${[...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`

const print = (tree: Tree, nameAs: (name: string) => string, space: string): string => {
  if ('scalar' in tree) return tree.scalar
  if ('items' in tree) return `[${space}${tree.items.map((item) => print(item, nameAs, space)).join(`${space},`)}]`
  const members = tree.members.map(([name, value]) => `${nameAs(name)}${space}:${print(value, nameAs, space)}`)
  return `{${space}${members.join(`,${space}`)}${space}}`
}

const depthOf = (tree: Tree): number => {
  if ('scalar' in tree) return 0
  const inside = 'items' in tree ? tree.items : tree.members.map(([, value]) => value)
  return 1 + Math.max(0, ...inside.map(depthOf))
}

const repeats = (tree: Tree): boolean => {
  if ('scalar' in tree) return false
  if ('items' in tree) return tree.items.some(repeats)
  return (
    new Set(tree.members.map(([name]) => name)).size < tree.members.length ||
    tree.members.some(([, value]) => repeats(value))
  )
}

const wrapped = (tree: Tree, levels: number): Tree =>
  levels === 0
    ? tree
    : levels % 2 === 0
      ? { items: [wrapped(tree, levels - 1)] }
      : { members: [['a', wrapped(tree, levels - 1)]] }

describe('scanJson', () => {
  test('scanJson rejects repeated names and nothing else, with any escapes and white space', () => {
    let found = 0
    fc.assert(
      fc.property(trees, fc.boolean(), fc.constantFrom('', ' ', '\n\t'), (tree, escape, space) => {
        fc.pre(depthOf(tree) <= 20)
        const text = print(tree, escape ? escaped : JSON.stringify, space)
        JSON.parse(text)
        if (repeats(tree)) found++
        expect(scanJson(text)).toBe(repeats(tree) ? 'a member name occurs twice' : null)
      }),
      { numRuns: 1500 },
    )
    expect(found).toBeGreaterThan(100)
  })

  test('scanJson rejects more than 20 levels', () => {
    fc.assert(
      fc.property(trees, fc.integer({ min: 0, max: 40 }), (tree, levels) => {
        fc.pre(!repeats(tree))
        const whole = wrapped(tree, levels)
        const verdict: JsonDefect | null = depthOf(whole) > 20 ? 'it nests deeper than 20 levels' : null
        expect(scanJson(print(whole, JSON.stringify, ''))).toBe(verdict)
      }),
      { numRuns: 800 },
    )
  })

  test.each(['{"a":1,"\\u0061":2}', '{"\\u00e9":1,"é":2}', '{"\\/":1,"/":2}', '{"\\u000A":1,"\\n":2}'])(
    'scanJson compares decoded names: %s',
    (text) => {
      expect(scanJson(text)).toBe('a member name occurs twice')
    },
  )

  test('scanJson ends on any text, and accepted JSON has unique names', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ua1 '), maxLength: 60 }), (text) => {
        if (scanJson(text) !== null) return
        let parsed: unknown
        try {
          parsed = JSON.parse(text)
        } catch {
          return
        }
        const count = (value: unknown): number =>
          typeof value !== 'object' || value === null
            ? 0
            : Object.entries(value).reduce((sum, [, inner]) => sum + count(inner) + (Array.isArray(value) ? 0 : 1), 0)
        const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
        expect(count(parsed)).toBe(colons)
      }),
      { numRuns: 3000 },
    )
  })
})

/** A text as JSON with each code unit as such or as an escape. */
const spelled = (text: string, escapes: readonly boolean[]): string =>
  `"${text
    .split('')
    .map((unit, at) => (escapes[at % escapes.length] ? escaped(unit).slice(1, -1) : unit))
    .join('')}"`

const halfPair = 'it contains half of a surrogate pair'

describe('halves of surrogate pairs', () => {
  test.each([
    ['a high half', '"\\ud800"'],
    ['a low half', '"\\uDFFF"'],
    ['halves in the wrong order', '"\\udfff\\ud800"'],
    ['a high half before another pair', '"\\ud83e\\ud83e\\uddfe"'],
    ['a high half before text', '"\\ud83eabc"'],
    ['a high half before an escaped quote', '"\\ud83e\\""'],
    ['a high half at the end of the text', '"\\ud83e'],
    ['a half in a member name', '{"\\ud800":1}'],
    ['a half deep inside', '[{"a":[1,"x",{"b":"\\uD800"}]}]'],
    ['a half that is not escaped', '"\ud800"'],
  ])('scanJson rejects %s', (_what, text) => {
    expect(scanJson(text)).toBe(halfPair)
  })

  test.each([
    '"\\ud83e\\uddfe"',
    '"\\uD83E\\uDDFE\\uD83E\\uDDFE"',
    '"\\\\ud800"',
    '"\\\\\\\\udfff"',
    '"🧾"',
    '"\\ufffd"',
  ])('scanJson accepts %s', (text) => {
    expect(scanJson(text)).toBeNull()
  })

  test('scanJson rejects exactly the strings that have no UTF-8, however they are escaped', () => {
    const units = fc.constantFrom('a', '\\', '"', 'u', 'd', '8', '0', '\ud83e', '\uddfe', '🧾', 'é')
    const texts = fc.string({ unit: units, maxLength: 12 })
    const escapes = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })
    let rejected = 0
    fc.assert(
      fc.property(texts, escapes, (text, escaping) => {
        // A quote or a backslash must be escaped.
        const literal = spelled(text, escaping)
          .slice(1, -1)
          .replaceAll(/\\(?!u[0-9a-f]{4})|"/g, (unit) => `\\${unit}`)
        const json = `{"a":"${literal}"}`
        const { a } = JSON.parse(json) as { a: string }
        if (!a.isWellFormed()) rejected++
        // Half of a pair as such and half as an escape is no UTF-8 either, though JSON.parse joins them.
        const isRejected = !a.isWellFormed() || !json.isWellFormed()
        expect(scanJson(json)).toBe(isRejected ? halfPair : null)
      }),
      { numRuns: 3000 },
    )
    expect(rejected).toBeGreaterThan(300)
  })
})

describe('parseStrictly', () => {
  test.each([
    ['{"a":1,"a":1}', 'a member name occurs twice'],
    ['{"a":"\\ud800"}', halfPair],
    ['{"a":4242424242424242', 'it is malformed'],
    ['', 'it is malformed'],
  ])('parseStrictly of %s returns its defect', (text, defect) => {
    expect(parseStrictly(text)).toEqual({ defect })
  })

  test('parseStrictly returns the value by the given parser', () => {
    expect(parseStrictly('{"a":[1,null]}')).toEqual({ value: { a: [1, null] } })
    expect(parseStrictly('1', (text) => `parsed ${text}`)).toEqual({ value: 'parsed 1' })
  })
})
