import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonDefect } from './jsonScan.ts'
import { scanJson } from './jsonScan.ts'

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
        const verdict: JsonDefect = depthOf(whole) > 20 ? 'it nests deeper than 20 levels' : null
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
