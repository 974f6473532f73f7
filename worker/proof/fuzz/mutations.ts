import * as fc from 'fast-check'
import { payloadBodies, payloadText, payloadValues } from './payloads.ts'
import { usually } from './weighting.ts'
import { changeAt, print, raw, sizeOf, text } from './jsonTree.ts'
import type { Change, Written } from './jsonTree.ts'

/** What makes a good body a bad one: changes of its tree, and of the text or the bytes that it is printed as. */

const oddNames = [
  ...'__proto__ constructor prototype toString toJSON then rawJSON length 0 amount id metadata'.split(' '),
  '',
  ' ',
  '\u0000',
  '\ud800',
  'n'.repeat(300),
]

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

const value: fc.Arbitrary<Written> = usually(1, payloadText.map(text), fc.constantFrom(...payloadValues).map(raw))

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(() => []),
  fc.constant<Change>((name, tree) => [
    [name, tree],
    [name, tree],
  ]),
  {
    weight: 2,
    arbitrary: value.map((other): Change => (name) => [[name, other]]),
  },
  fc
    .tuple(fc.constantFrom(1, 2, 5, 19, 20, 21, 300), fc.boolean())
    .map(([depth, inObjects]): Change => (name, tree) => [[name, nested(tree, depth, inObjects)]]),
  fc.constantFrom(...oddNames).map((other): Change => (_name, tree) => [[other, tree]]),
  fc.tuple(fc.constantFrom(...oddNames), value).map(([other, odd]): Change => (name, tree) => [
    [name, tree],
    [other, odd],
  ]),
  fc.tuple(fc.nat(40), fc.nat(3), payloadText).map(([at, gone, piece]): Change => (name, tree) => {
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
const spliced = (body: string, at: number, bytes: Uint8Array): Uint8Array =>
  new Uint8Array([...encoder.encode(body.slice(0, at)), ...bytes, ...encoder.encode(body.slice(at))])

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

const bytes = fc.constantFrom(...payloadBodies)

const printing: fc.Arbitrary<Printing> = usually<Printing>(
  40,
  fc.constant(asItIs),
  fc.nat(300).map((at) => (body) => asItIs(body.slice(0, at))),
  fc
    .tuple(
      fc.nat(300),
      bytes.filter(({ length }) => length < 40),
    )
    .map(
      ([at, piece]) =>
        (body) =>
          spliced(body, at, piece),
    ),
  bytes.map((whole) => () => whole),
  fc.constantFrom<Printing>(
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
