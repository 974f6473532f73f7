import type * as v from 'valibot'
import type { ErrorDetail } from '../errors/apiError.ts'
import { nearestWord } from './editDistance.ts'
import { maskName } from './issues.ts'
import type { Closed } from './objects.ts'

/** What happens to unknown members of a request: the account setting `unknownMembers`. */
export const unknownMemberPolicies = ['refuse', 'ignore'] as const
export type UnknownMemberPolicy = (typeof unknownMemberPolicies)[number]

/** The parts of a schema that determine member names. */
interface Parts {
  readonly type: string
  readonly closed?: Closed
  readonly entries?: Readonly<Record<string, Parts>>
  readonly item?: Parts
  readonly value?: Parts
  readonly wrapped?: Parts
  readonly pipe?: readonly { readonly metadata?: { readonly jsonSchema?: { readonly readOnly?: boolean } } }[]
  readonly getter?: (input: unknown) => Parts
}

/** A member of a request that its schema does not have. */
export interface UnknownMember {
  /** Dotted path, with names masked as in errors. */
  readonly path: string
  readonly name: string
  /** The members that its object has. */
  readonly known: Readonly<Record<string, Parts>>
  readonly refused: Closed
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

const isReadOnly = (member: Parts): boolean =>
  (member.wrapped?.pipe ?? []).some(({ metadata }) => metadata?.jsonSchema?.readOnly === true)

/** The names that a client can have meant. */
const meaningfulNames = (entries: Readonly<Record<string, Parts>>): readonly string[] =>
  Object.entries(entries).flatMap(([name, member]) => (isReadOnly(member) ? [] : [name]))

/** Walks schema and input in parallel, and yields each member that a closed object of the schema does not have. */
function* walk(schema: Parts, input: unknown, path: string): Generator<UnknownMember> {
  if (schema.wrapped !== undefined) return yield* walk(schema.wrapped, input, path)
  if (schema.getter !== undefined) return yield* walk(schema.getter(input), input, path)
  if (schema.item !== undefined && Array.isArray(input)) {
    for (const [index, item] of input.entries()) yield* walk(schema.item, item, `${path}[${index}]`)
    return
  }
  if (!isObject(input)) return
  const { entries = {}, value: valueSchema, closed } = schema
  for (const [name, value] of Object.entries(input)) {
    const here = path === '' ? maskName(name) : `${path}.${maskName(name)}`
    const member = Object.hasOwn(entries, name) ? entries[name] : valueSchema
    if (member !== undefined) yield* walk(member, value, here)
    else if (closed !== undefined) yield { path: here, name, known: entries, refused: closed }
  }
}

/**
 * Finds the members of a request that its schema does not have, ordered by path, so that the order of members in the request does not matter.
 * Maps with free names and open objects have no unknown members.
 */
export const findUnknownMembers = (schema: v.GenericSchema, input: unknown): UnknownMember[] =>
  [...walk(schema as unknown as Parts, input, '')].sort(({ path: a }, { path: b }) => (a < b ? -1 : a > b ? 1 : 0))

/** The error of an unknown member, with the name that it most likely misspells in `details.nearest`. */
export const unknownMemberError = ({ path, name, known }: UnknownMember): ErrorDetail => {
  const nearest = nearestWord(name, meaningfulNames(known))
  return { type: 'unknown_member', field: path, details: nearest === null ? null : { nearest } }
}
