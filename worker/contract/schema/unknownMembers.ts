import type * as v from 'valibot'
import type { ErrorDetail } from '../errors/apiError.ts'
import { nearestWord } from './editDistance.ts'
import type { Closed } from './objects.ts'
import { walkMembers } from './walkMembers.ts'
import type { SchemaParts } from './walkMembers.ts'

/** What happens to unknown members of a request: the account setting `unknownMembers`. */
export const unknownMemberPolicies = ['refuse', 'ignore'] as const
export type UnknownMemberPolicy = (typeof unknownMemberPolicies)[number]

/** A member of a request that its schema does not have. */
export interface UnknownMember {
  /** Dotted path, with names masked as in errors. */
  readonly path: string
  readonly name: string
  /** The members that its object has. */
  readonly known: Readonly<Record<string, SchemaParts>>
  readonly refused: Closed
}

const isReadOnly = (member: SchemaParts): boolean =>
  (member.wrapped?.pipe ?? []).some(({ metadata }) => metadata?.jsonSchema?.readOnly === true)

/** The names that a client can have meant. */
const meaningfulNames = (entries: Readonly<Record<string, SchemaParts>>): readonly string[] =>
  Object.entries(entries).flatMap(([name, member]) => (isReadOnly(member) ? [] : [name]))

/**
 * Finds the members of a request that its schema does not have, ordered by path, so that the order of members in the request does not matter.
 * Maps with free names and open objects have no unknown members.
 */
export const findUnknownMembers = (schema: v.GenericSchema, input: unknown): UnknownMember[] =>
  [...walkMembers(schema as unknown as SchemaParts, input)]
    .flatMap(({ path, name, schema: found, parent: { closed, entries = {} } }) =>
      found === undefined && name !== null && closed !== undefined
        ? [{ path, name, known: entries, refused: closed }]
        : [],
    )
    .sort(({ path: a }, { path: b }) => (a < b ? -1 : a > b ? 1 : 0))

/** The error of an unknown member, with the name that it most likely misspells in `details.nearest`. */
export const unknownMemberError = ({ path, name, known }: UnknownMember): ErrorDetail => {
  const nearest = nearestWord(name, meaningfulNames(known))
  return { type: 'unknown_member', field: path, details: nearest === null ? null : { nearest } }
}
