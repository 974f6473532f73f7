import * as fc from 'fast-check'
import { payloadBodies, payloadText, payloadValues } from './payloads.ts'
import { usually } from './weighting.ts'
import { changeAt, serialize, raw, treeSize, text } from './jsonTree.ts'
import type { TreeChange, JsonTree } from './jsonTree.ts'

/** Mutations of bodies: of the JSON tree, and of the serialized text or bytes. */

const oddNames = [
  ...'__proto__ constructor prototype toString toJSON then rawJSON length 0 amount id metadata'.split(' '),
  '',
  ' ',
  '\u0000',
  '\ud800',
  'n'.repeat(300),
]

const nested = (value: JsonTree, depth: number, inObjects: boolean): JsonTree => {
  let wrapped = value
  for (let level = 0; level < depth; level++) wrapped = inObjects ? { members: [['a', wrapped]] } : { items: [wrapped] }
  return wrapped
}

/** The value of a string literal, otherwise null. */
const stringValue = (tree: JsonTree): string | null => {
  if (!('raw' in tree) || !tree.raw.startsWith('"')) return null
  try {
    return JSON.parse(tree.raw) as string
  } catch {
    return null
  }
}

const value: fc.Arbitrary<JsonTree> = usually(1, payloadText.map(text), fc.constantFrom(...payloadValues).map(raw))

const treeChange: fc.Arbitrary<TreeChange> = fc.oneof(
  fc.constant<TreeChange>(() => []),
  fc.constant<TreeChange>((name, tree) => [
    [name, tree],
    [name, tree],
  ]),
  {
    weight: 2,
    arbitrary: value.map((other): TreeChange => (name) => [[name, other]]),
  },
  fc
    .tuple(fc.constantFrom(1, 2, 5, 19, 20, 21, 300), fc.boolean())
    .map(([depth, inObjects]): TreeChange => (name, tree) => [[name, nested(tree, depth, inObjects)]]),
  fc.constantFrom(...oddNames).map((other): TreeChange => (_name, tree) => [[other, tree]]),
  fc.tuple(fc.constantFrom(...oddNames), value).map(([other, odd]): TreeChange => (name, tree) => [
    [name, tree],
    [other, odd],
  ]),
  fc.tuple(fc.nat(40), fc.nat(3), payloadText).map(([at, gone, piece]): TreeChange => (name, tree) => {
    const old = stringValue(tree)
    return [[name, old === null ? tree : text(old.slice(0, at) + piece + old.slice(at + gone))]]
  }),
  fc.constantFrom(50, 101, 256, 501, 5000, 70_000).map((length): TreeChange => (name, tree) => {
    const old = stringValue(tree)
    const piece = old || 'a'
    return [[name, old === null ? tree : text(piece.repeat(Math.ceil(length / piece.length)).slice(0, length))]]
  }),
)

/** Changes a drawn value of the tree. */
const treeMutation = fc.tuple(fc.nat(400), treeChange).map(
  ([at, how]) =>
    (tree: JsonTree): JsonTree =>
      changeAt(tree, at % treeSize(tree), how),
)

const encoder = new TextEncoder()
/** Inserts bytes into a text. */
const insertBytes = (body: string, at: number, bytes: Uint8Array): Uint8Array =>
  new Uint8Array([...encoder.encode(body.slice(0, at)), ...bytes, ...encoder.encode(body.slice(at))])

/** Escapes all characters of strings: equal JSON without any readable word. */
const unicodeEscaped = (body: string): string =>
  body.replace(/"((?:[^"\\]|\\.)*)"/g, (literal) => {
    try {
      const inside = JSON.parse(literal) as string
      return `"${Array.from({ length: inside.length }, (_, at) => `\\u${inside.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    } catch {
      return literal
    }
  })

const encodeUtf16 = (body: string): Uint8Array =>
  new Uint8Array(Uint16Array.from(body, (unit) => unit.charCodeAt(0)).buffer)

type Serialization = (body: string) => Uint8Array

const utf8: Serialization = (body) => encoder.encode(body)

const bytes = fc.constantFrom(...payloadBodies)

const serialization: fc.Arbitrary<Serialization> = usually<Serialization>(
  40,
  fc.constant(utf8),
  fc.nat(300).map((at) => (body) => utf8(body.slice(0, at))),
  fc
    .tuple(
      fc.nat(300),
      bytes.filter(({ length }) => length < 40),
    )
    .map(
      ([at, piece]) =>
        (body) =>
          insertBytes(body, at, piece),
    ),
  bytes.map((whole) => () => whole),
  fc.constantFrom<Serialization>(
    (body) => utf8(unicodeEscaped(body)),
    (body) => encodeUtf16(body),
    (body) => utf8(`\ufeff${body}`),
    (body) => utf8(`${body}${body}`),
    (body) => utf8(`[${body}]`),
    (body) => utf8(body.replaceAll('"', "'")),
    (body) => utf8(` \t\r\n${body}\n`),
    (body) => utf8(`${body}\u0000`),
    () => new Uint8Array(),
  ),
)

/** Serialized bodies, half of them without a mutation. */
export const mutatedBodies = (trees: fc.Arbitrary<JsonTree>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      trees,
      fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 4, arbitrary: fc.array(treeMutation, { minLength: 1, maxLength: 3 }) },
      ),
      serialization,
    )
    .map(([tree, mutations, printed]) => printed(serialize(mutations.reduce((body, mutate) => mutate(body), tree))))
