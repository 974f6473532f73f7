import { memberTexts, pathTexts } from '../../../contract/memberTexts.ts'
import type { MemberTexts } from '../../../contract/schema/memberTexts.ts'
import type { Json } from './json.ts'

interface Found {
  /** The object and the name of the text in the table, joined by ` . `. */
  readonly entry: string
  readonly text: string
}

/**
 * Adds descriptions to JSON Schemas. `used` has the entries of the table that described a member, `missing` the members without a text.
 */
export const createDescriber = (texts: MemberTexts = memberTexts) => {
  const used = new Set<string>()
  const missing = new Set<string>()

  /** The text of the longest described part of a path: `Event.data.batch` before `Event`. */
  const find = (path: readonly string[]): Found | undefined => {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const object = path.slice(0, length).join('.')
      const members = texts[object]
      if (members === undefined) continue
      const name = path.slice(length).join('.')
      const text = members[name]
      if (text !== undefined) return { entry: `${object} . ${name}`, text }
      const { $as: other } = members
      const inherited = other === undefined ? undefined : find([...other.split('.'), ...path.slice(length)])
      if (inherited !== undefined) {
        used.add(`${object} . $as`)
        return inherited
      }
    }
    return undefined
  }

  const textOf = (path: readonly string[]): string | undefined => {
    const found = find(path) ?? find(['*', path.at(-1)!])
    if (found === undefined) missing.add(path.join('.'))
    else used.add(found.entry)
    return found?.text
  }

  const describeMember = (json: Json, path: readonly string[]): Json => {
    const inner = describe(json, path)
    const sentences = [
      textOf(path),
      inner['description'],
      inner['readOnly'] === true && 'Read-only: accepted in a request, and ignored.',
    ]
    return { ...inner, description: sentences.filter(Boolean).join(' ') }
  }

  /** Describes all members of a schema. Items and alternatives have the path of their list or member. */
  const describe = (json: Json, path: readonly string[]): Json =>
    Object.fromEntries(
      Object.entries(json).map(([keyword, value]) => {
        if (keyword === 'properties')
          return [
            keyword,
            Object.fromEntries(
              Object.entries(value as Record<string, Json>).map(([name, member]) => [
                name,
                describeMember(member, [...path, name]),
              ]),
            ),
          ]
        if (keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object'))
          return [keyword, describe(value as Json, path)]
        if (keyword === 'anyOf' || keyword === 'oneOf')
          return [keyword, (value as readonly Json[]).map((one) => describe(one, path))]
        return [keyword, value]
      }),
    )

  return { describe: (owner: string, json: Json): Json => describe(json, [owner]), used, missing } as const
}

/** The describer of all printed schemas. */
export const describer = createDescriber()

/** Paths of the API up to a parameter, with the parameters that have no text. */
export const undescribedParameters = new Set<string>()

/** The text of a path parameter: of `Wallet` in /v1/customers/{Customer}/wallet/{Wallet}. */
export const pathParameterText = (path: string, name: string): string => {
  const words = path.split(`/{${name}}`)[0]!.split('/')
  const [longer, place] = [-2, -1].map((from) => `${words.slice(from).join('/')}/{${name}}`) as [string, string]
  const text = pathTexts[longer] ?? pathTexts[place]
  if (text === undefined) undescribedParameters.add(place)
  return text ?? ''
}
