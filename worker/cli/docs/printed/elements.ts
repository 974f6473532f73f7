import { elementsManifest, type Declaration } from '../../../../widget/manifest.ts'
import english from '../../../../widget/locales/card/en.json' with { type: 'json' }
import { code, markdownTable } from './markdownTable.ts'

/** An entry of the manifest. */
type Described = { readonly name: string; readonly description?: string | undefined }
type Member = Described & {
  readonly kind: 'field' | 'method'
  readonly static?: boolean
  readonly readonly?: boolean
  readonly type?: { readonly text: string }
  readonly return?: { readonly type: { readonly text: string } }
  readonly parameters?: readonly { readonly name: string; readonly default?: string }[]
}

const declarationOf = async (find: (declaration: Declaration) => boolean): Promise<Declaration> => {
  const { modules } = await elementsManifest()
  const found = modules.flatMap(({ declarations }) => declarations).find(find)
  if (!found) throw new Error('The manifest of the elements has no such declaration')
  return found
}

const elementOf = (tag: string) => declarationOf(({ tagName }) => tagName === tag)

/** The text of an entry. One without a text is an error: readers need it. */
const textOf = ({ name, description }: Described): string => {
  if (!description) throw new Error(`${name} has no description`)
  return description
}

/** A list of an element with names and texts. */
const described = (tag: string, list: 'cssParts' | 'cssProperties', head: string) => async (): Promise<string> =>
  markdownTable(
    [head, 'Meaning'],
    ((await elementOf(tag))[list] ?? []).map((entry) => [code(entry.name), textOf(entry)]),
  )

const attributes = (tag: string) => async (): Promise<string> =>
  markdownTable(
    ['Attribute', 'Type', 'Meaning'],
    ((await elementOf(tag)).attributes as Member[]).map((entry) => [
      code(entry.name),
      code(entry.type?.text.replaceAll("'", '') ?? ''),
      textOf(entry),
    ]),
  )

const members = (tag: string, kind: Member['kind']) => async (): Promise<readonly Member[]> =>
  ((await elementOf(tag)).members as Member[]).filter((member) => member.kind === kind)

const properties = (tag: string) => async (): Promise<string> =>
  markdownTable(
    ['Property', 'Type', 'Meaning'],
    (await members(tag, 'field')()).map(({ name, type, readonly, static: ofClass, description = '' }) => [
      code(name),
      code(type?.text ?? ''),
      description + (readonly ? ' Read-only.' : '') + (ofClass ? ' A property of the class.' : ''),
    ]),
  )

const methods = (tag: string) => async (): Promise<string> =>
  markdownTable(
    ['Method', 'Returns', 'Effect'],
    (await members(tag, 'method')()).map(({ name, parameters = [], return: returned, description = '' }) => [
      code(
        `${name}(${parameters.map((parameter) => parameter.name + (parameter.default === undefined ? '' : '?')).join(', ')})`,
      ),
      code(returned?.type.text ?? 'void'),
      description,
    ]),
  )

/** The own members of an event class: `complete`, `empty`, `brand`, `errors`. */
const eventMembers = async (type: string): Promise<string> => {
  if (!type.startsWith('Sluice')) return ''
  const { members = [] } = await declarationOf(({ name }) => name === type)
  return members.map(({ name }) => code(name)).join(', ')
}

const events = (tag: string) => async (): Promise<string> => {
  const { events = [] } = await elementOf(tag)
  const rows = events.map(async ({ name, type, description = '' }) => [
    code(name),
    await eventMembers(type.text),
    // The members have a column of their own.
    description.replace(/: .*/, ''),
  ])
  return markdownTable(['Event', 'Members', 'When'], await Promise.all(rows))
}

export const cardAttributes = attributes('sluice-card')
export const cardProperties = properties('sluice-card')
export const cardMethods = methods('sluice-card')
export const cardEvents = events('sluice-card')
export const cardParts = described('sluice-card', 'cssParts', 'Part')
export const cardStyles = described('sluice-card', 'cssProperties', 'Custom property')
export const checkoutAttributes = attributes('sluice-checkout')
export const checkoutProperties = properties('sluice-checkout')
export const checkoutMethods = methods('sluice-checkout')
export const checkoutEvents = events('sluice-checkout')
export const checkoutParts = described('sluice-checkout', 'cssParts', 'Part')
export const checkoutStyles = described('sluice-checkout', 'cssProperties', 'Custom property')

/** The paths and texts of nested objects: `errors.number.missing`. */
const leaves = (value: object, path = ''): [string, string][] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, string][] =>
    typeof inner === 'string' ? [[path + name, inner]] : leaves(inner as object, `${path}${name}.`),
  )

/** The texts of the card form that a page can replace, in English. */
export const cardTexts = (): string =>
  markdownTable(
    ['Key', 'English'],
    leaves(english)
      .filter(([path]) => path !== 'direction')
      .map(([path, text]) => [code(path), text]),
  )
