import { endpoints } from './endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import type { Closed } from './schema/objects.ts'

/** A valibot schema. Tests walk the schemas, so that they include every member. */
interface Node {
  readonly type: string
  readonly closed?: Closed
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly value?: Node
  readonly wrapped?: Node
  readonly getter?: (input: unknown) => Node
  readonly nullIsAbsent?: true
  readonly pipe?: readonly Node[]
  readonly requirement?: unknown
  readonly metadata?: { readonly jsonSchema?: { readonly anyOf?: readonly { readonly type: string }[] } }
}

/** A value in the body of an operation: a member, or an item of a list. */
export interface BodyPart {
  readonly endpoint: Endpoint
  readonly operation: string
  /** Dotted path; an empty one is the body itself. */
  readonly path: string
  readonly type: string
  readonly isOptional: boolean
  readonly mayBeNull: boolean
  /** Whether null is a value of its own, other than absent. */
  readonly nullHasMeaning: boolean
  readonly min: number | null
  readonly max: number | null
  readonly pattern: boolean
  /** Names of the members of an object; null if it accepts others, and for other types. */
  readonly memberNames: readonly string[] | null
  /** Whether unknown members of an object are refused by default or always; null if it accepts them, and for other types. */
  readonly closed: Closed | null
}

const flat = (node: Node): Node[] => node.pipe?.flatMap((part) => (part === node ? [part] : flat(part))) ?? [node]

const isReadOnly = (member: Node): boolean => member.wrapped?.type === 'unknown'

const takesText = (schemas: readonly Node[]): boolean =>
  schemas.some(({ metadata }) => metadata?.jsonSchema?.anyOf?.some(({ type }) => type === 'string'))

type Found = Omit<BodyPart, 'endpoint' | 'operation'>

const required = { isOptional: false, mayBeNull: false, nullHasMeaning: false }

const parts = (node: Node, path: string, presence = required): Found[] => {
  if (node.wrapped !== undefined)
    return parts(node.wrapped, path, {
      isOptional: presence.isOptional || node.type !== 'nullable',
      mayBeNull: presence.mayBeNull || node.type !== 'optional' || node.nullIsAbsent === true,
      nullHasMeaning: node.type === 'nullable',
    })
  // A schema that depends on the value: here the one of an object.
  if (node.getter !== undefined) return parts(Object.assign({}, node.getter({}), { type: 'lazy' }), path, presence)
  const all = flat(node)
  const limit = (type: string) => (all.find((part) => part.type === type)?.requirement as number | undefined) ?? null
  const below = (name: string, inner: Node) => parts(inner, path === '' ? name : `${path}.${name}`)
  const self: Found = {
    path,
    type: node.type === 'custom' && takesText(all) ? 'numberOrText' : node.type,
    ...presence,
    min: limit('min_length'),
    max: limit('max_length'),
    pattern: all.some(({ type }) => type === 'regex'),
    closed: node.closed ?? null,
    memberNames:
      node.entries === undefined || node.closed === undefined
        ? null
        : Object.entries(node.entries).flatMap(([name, member]) => (isReadOnly(member) ? [] : [name])),
  }
  return [
    self,
    ...Object.entries(node.entries ?? {}).flatMap(([name, entry]) => below(name, entry)),
    ...(node.type === 'record' && node.value !== undefined ? below('en', node.value) : []),
    ...(node.item === undefined ? [] : parts(node.item, `${path}[0]`)),
  ]
}

/** All operations with a body. */
export const withBody: readonly Endpoint[] = endpoints.filter(({ body }) => body !== undefined)

/** All values in all bodies, with a member `en` for maps with free names. */
export const bodyParts: readonly BodyPart[] = withBody.flatMap((endpoint) =>
  parts(endpoint.body as unknown as Node, '').map((part) =>
    Object.assign({ endpoint, operation: endpoint.name }, part),
  ),
)

/** All objects whose members are known. */
export const closedObjects = bodyParts.flatMap((part) =>
  part.memberNames === null ? [] : [Object.assign({}, part, { memberNames: part.memberNames })],
)

/** A name with a doubled letter in its middle. */
export const misspelled = (name: string): string => {
  const middle = Math.floor(name.length / 2)
  return name.slice(0, middle) + name.slice(middle - 1)
}

export const memberPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
