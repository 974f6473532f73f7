import * as fc from 'fast-check'
import { naughtyBodies, naughtyJson, naughtyText } from './naughty.ts'
import { changeAt, print, raw, sizeOf, text } from './written.ts'
import type { Change, Written } from './written.ts'

/** What makes a good body a bad one: changes of its tree, and of the text or the bytes that it is printed as. */

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'then',
  'rawJSON',
  'length',
  '0',
  '',
  ' ',
  'amount',
  'id',
  'metadata',
  '\u0000',
  '\ud800',
  'n'.repeat(300),
]

const oddValues: readonly Written[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.1',
  '1.005',
  '1e400',
  '-1e400',
  '1e-400',
  '1e308',
  '1E+2',
  '5e-324',
  '9007199254740993',
  '9223372036854775808',
  '18446744073709551616',
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(400)}1`,
  'NaN',
  'Infinity',
  '01',
  '+1',
  '1.',
  '.5',
  '0x10',
  "'a'",
  'undefined',
  '""',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"":""}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"then":1}',
  '{"toJSON":1}',
  '{"rawJSON":"1"}',
  '{"length":-1}',
  '{"value":1,"currency":840}',
  `[${'0,'.repeat(700)}0]`,
  `[${'{},'.repeat(300)}{}]`,
].map(raw)

const nested = (value: Written, depth: number, inObjects: boolean): Written => {
  let wrapped = value
  for (let level = 0; level < depth; level++) wrapped = inObjects ? { members: [['a', wrapped]] } : { items: [wrapped] }
  return wrapped
}

/** The text of a string's literal, or null of anything else. */
const textOf = (tree: Written): string | null => {
  if (!('raw' in tree) || !tree.raw.startsWith('"')) return null
  try {
    return JSON.parse(tree.raw) as string
  } catch {
    return null
  }
}

const value: fc.Arbitrary<Written> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 3, arbitrary: naughtyText.map(text) },
  { weight: 1, arbitrary: fc.constantFrom(...naughtyJson).map(raw) },
)

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(() => []),
  fc.constant<Change>((name, tree) => [
    [name, tree],
    [name, tree],
  ]),
  value.map((other): Change => (name) => [[name, other]]),
  value.map((other): Change => (name) => [[name, other]]),
  fc
    .tuple(fc.constantFrom(1, 2, 5, 19, 20, 21, 300), fc.boolean())
    .map(([depth, inObjects]): Change => (name, tree) => [[name, nested(tree, depth, inObjects)]]),
  fc.constantFrom(...oddNames).map((other): Change => (_name, tree) => [[other, tree]]),
  fc.tuple(fc.constantFrom(...oddNames), value).map(([other, odd]): Change => (name, tree) => [
    [name, tree],
    [other, odd],
  ]),
  fc.tuple(fc.nat(40), fc.nat(3), naughtyText).map(([at, gone, piece]): Change => (name, tree) => {
    const old = textOf(tree)
    return [[name, old === null ? tree : text(old.slice(0, at) + piece + old.slice(at + gone))]]
  }),
  fc.constantFrom(50, 101, 256, 501, 5000, 70_000).map((length): Change => (name, tree) => {
    const old = textOf(tree)
    const piece = old || 'a'
    return [[name, old === null ? tree : text(piece.repeat(Math.ceil(length / piece.length)).slice(0, length))]]
  }),
)

/** A change at some place of a tree. */
const treeMutation = fc.tuple(fc.nat(400), change).map(
  ([at, how]) =>
    (tree: Written): Written =>
      changeAt(tree, at % sizeOf(tree), how),
)

const encoder = new TextEncoder()
/** Bytes in the middle of a text. */
const spliced = (body: string, at: number, bytes: Uint8Array): Uint8Array => {
  const [before, after] = [encoder.encode(body.slice(0, at)), encoder.encode(body.slice(at))]
  const all = new Uint8Array(before.length + bytes.length + after.length)
  all.set(before)
  all.set(bytes, before.length)
  all.set(after, before.length + bytes.length)
  return all
}

/** All in escapes: the same JSON for whoever reads it, and no word of it for whoever looks for words. */
const escaped = (body: string): string =>
  body.replace(/"((?:[^"\\]|\\.)*)"/g, (literal) => {
    try {
      const inside = JSON.parse(literal) as string
      return `"${Array.from({ length: inside.length }, (_, at) => `\\u${inside.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    } catch {
      return literal
    }
  })

const inUtf16 = (body: string): Uint8Array =>
  new Uint8Array(Uint16Array.from(body, (unit) => unit.charCodeAt(0)).buffer)

type Printing = (body: string) => Uint8Array

const asItIs: Printing = (body) => encoder.encode(body)

const printing: fc.Arbitrary<Printing> = fc.oneof(
  { weight: 40, arbitrary: fc.constant(asItIs) },
  {
    weight: 1,
    arbitrary: fc.nat(300).map(
      (at): Printing =>
        (body) =>
          asItIs(body.slice(0, at)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.nat(300),
        fc.constantFrom(...naughtyBodies).filter(({ length }) => length < 40),
      )
      .map(
        ([at, bytes]): Printing =>
          (body) =>
            spliced(body, at, bytes),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...naughtyBodies).map(
      (bytes): Printing =>
        () =>
          bytes,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Printing>(
      (body) => asItIs(escaped(body)),
      (body) => inUtf16(body),
      (body) => asItIs(`\ufeff${body}`),
      (body) => asItIs(`${body}${body}`),
      (body) => asItIs(`[${body}]`),
      (body) => asItIs(body.replaceAll('"', "'")),
      (body) => asItIs(` \t\r\n${body}\n`),
      (body) => asItIs(`${body}\u0000`),
      () => new Uint8Array(),
    ),
  },
)

/** Bodies as they go out, half of them as they were. */
export const mutated = (trees: fc.Arbitrary<Written>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      trees,
      fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 4, arbitrary: fc.array(treeMutation, { minLength: 1, maxLength: 3 }) },
      ),
      printing,
    )
    .map(([tree, mutations, printed]) => printed(print(mutations.reduce((body, mutate) => mutate(body), tree))))
