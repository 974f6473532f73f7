import { maskedName } from '#contract/issues'
import { exactNumber } from './exactNumber.ts'
import { shapes } from './operations.ts'
import type { Shape } from './shape.ts'
import type { Member, Written } from './written.ts'

/**
 * What the printed contract says of a body, read without the schemas that it is printed from: whoever loosens one of those by mistake is
 * found out by what is printed, until that is printed anew and somebody reads the difference.
 */
export interface Verdict {
  /** Members that the contract forbids as they are: each must be named by an error. Paths as errors write them. */
  readonly breaches: ReadonlySet<string>
  /** Members that an error may name although the print does not forbid them: it cannot say all that a schema does. */
  readonly doubts: ReadonlySet<string>
}

/** More unknown members than this are not named. */
const mostUnknownNamed = 20

/** Old names of words, which the print leaves out. */
const aliases: ReadonlySet<string> = new Set(['stored', 'used'])

/** Names that no record takes, since they could reach a prototype. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Formats that a pattern decides, by the name that the print has for them. */
const formatPatterns: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d{2}-\d{2}([Tt ]|$)/,
  'YYYY-MM-DD': /^\d{4}-\d{2}-\d{2}$/,
  '4 or 9 digits': /^(\d{4}|\d{9})$/,
  '1 to 30 characters': /^[^]{1,30}$/,
  '1 to 36 letters and digits': /^[0-9A-Za-z]{1,36}$/,
  '2 letters': /^[A-Za-z]{2}$/,
  '2 capital letters': /^[A-Z]{2}$/,
  'ISO 3166-1 code of 2 or 3 letters': /^([A-Za-z]{2,3})?$/,
  'email address': /@/,
}

const typeOf = (tree: Written): string => {
  if ('items' in tree) return 'array'
  if ('members' in tree) return 'object'
  if (tree.raw.startsWith('"')) return 'string'
  if (tree.raw === 'null') return 'null'
  return tree.raw === 'true' || tree.raw === 'false' ? 'boolean' : 'number'
}

const found = (shape: Shape): Shape => (shape.$ref === undefined ? shape : shapes[shape.$ref.split('/').at(-1)!]!)

const under = (path: string, name: string): string => (path === '' ? maskedName(name) : `${path}.${maskedName(name)}`)

/** How a value stands to its schema, itself alone. */
type Standing = 'kept' | 'broken' | 'doubtful'

const ofString = (value: string, { enum: words, minLength = 0, maxLength = Infinity, ...shape }: Shape): Standing => {
  if (words !== undefined) {
    if (words.includes(value)) return 'kept'
    const lower = value.toLowerCase()
    const isWord = aliases.has(lower) || words.some((word) => typeof word === 'string' && word.toLowerCase() === lower)
    return isWord ? 'doubtful' : 'broken'
  }
  if (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value)) return 'broken'
  const lengths = [value.length, Array.from(value).length]
  const isOff = lengths.map((length) => length < minLength || length > maxLength)
  if (isOff.every(Boolean)) return 'broken'
  const format = shape.format ?? /^Format: (.*)\.$/.exec(shape.description ?? '')?.[1]
  if (format === undefined) return isOff.some(Boolean) ? 'doubtful' : 'kept'
  return formatPatterns[format]?.test(value) === false ? 'broken' : 'doubtful'
}

const ofNumber = (source: string, isInteger: boolean, shape: Shape): Standing => {
  const { about, places, whole } = exactNumber(source)
  const { enum: values, minimum = -Infinity, maximum = Infinity, format, description = '' } = shape
  if (!Number.isFinite(about)) return 'broken'
  if (values !== undefined) return values.includes(about) && (!isInteger || places === 0) ? 'kept' : 'broken'
  if (isInteger && whole === null) return 'broken'
  if (format === 'int64' && whole !== null && BigInt.asIntN(64, whole) !== whole) return 'broken'
  if (about < minimum || about > maximum) return 'broken'
  const most = /^At most (\d+) decimals\.$/.exec(description)?.[1]
  return most !== undefined && places > Number(most) ? 'broken' : 'kept'
}

/** All that is wrong with a tree, and all that may be. */
export const judged = (whole: Shape, body: Written): Verdict => {
  const breaches = new Set<string>()
  const doubts = new Set<string>()
  const note = (standing: Standing, path: string): void => {
    if (standing === 'broken') breaches.add(path)
    if (standing === 'doubtful') doubts.add(path)
  }

  const object = (members: readonly Member[], shape: Shape, path: string): void => {
    const { properties = {}, required = [], additionalProperties, propertyNames } = shape
    const given = new Set(members.map(([name]) => name))
    for (const name of required) if (!given.has(name)) note('broken', under(path, name))
    let unknown = 0
    for (const [name, value] of members) {
      const here = under(path, name)
      if (Object.hasOwn(properties, name)) walk(properties[name]!, value, here)
      // Of many unknown members the first are named.
      else if (additionalProperties === false) note(++unknown > mostUnknownNamed ? 'doubtful' : 'broken', here)
      else if (additionalProperties !== undefined) {
        if (reserved.has(name)) note('doubtful', here)
        else if (propertyNames !== undefined) note(ofString(name, propertyNames), here)
        walk(additionalProperties, value, here)
      }
    }
    // How many members a record may have is not printed.
    if (typeof additionalProperties === 'object') note('doubtful', path)
  }

  const walk = (printed: Shape, tree: Written, path: string): void => {
    const shape = found(printed)
    const type = typeOf(tree)
    if (shape.anyOf !== undefined) {
      const others = shape.anyOf.filter((one) => one.type !== 'null')
      if (type === 'null' && others.length < shape.anyOf.length) return
      if (others.length === 1) return walk(others[0]!, tree, path)
      const verdicts = others.map((one) => judged(one, tree))
      if (verdicts.every((one) => one.breaches.size > 0)) note('broken', path)
      // Which of them was meant is not printed.
      for (const one of verdicts)
        for (const inside of [...one.breaches, ...one.doubts]) doubts.add(inside === '' ? path : `${path}.${inside}`)
      return
    }
    const types = shape.type === undefined ? null : [shape.type].flat()
    const isInteger = types?.includes('integer') === true
    if (types !== null && !types.includes(type) && !(type === 'number' && isInteger)) return note('broken', path)
    if ('members' in tree) return object(tree.members, shape, path)
    if ('items' in tree) {
      const { minItems = 0, maxItems = Infinity, items = {} } = shape
      const before = breaches.size
      for (const [index, item] of tree.items.entries()) walk(items, item, `${path}[${index}]`)
      // A list of wrong items is refused for those, and may be for its length.
      if (tree.items.length < minItems || tree.items.length > maxItems)
        note(breaches.size > before ? 'doubtful' : 'broken', path)
      return
    }
    if (type === 'string') note(ofString(JSON.parse(tree.raw) as string, shape), path)
    if (type === 'number') note(ofNumber(tree.raw, isInteger, shape), path)
  }

  walk(whole, body, '')
  return { breaches, doubts }
}
