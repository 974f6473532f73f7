import { resolved } from './contract.ts'
import type { Parameter, Schema } from './contract.ts'
import { linkToObject } from './objects.ts'
import { alternatives, isNullable, limitTexts, nonNull, objectName, typeText, valuesText } from './typeText.ts'

/** Where members are printed: those of requests may be required, those of responses may be null. */
export interface MemberContext {
  /** The page, for links to objects. */
  readonly page: string
  readonly direction: 'request' | 'response'
  /** Also prints the members that every response has. */
  readonly whole?: true
}

/** In each response, and described once. */
const everywhere: ReadonlySet<string> = new Set(['requestId', 'errors'])

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** Text that neither Markdown nor Vue reads as markup. */
const plainText = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '{ {')))
    .join('')

const facts = (schema: Schema, required: boolean, { page, direction }: MemberContext): string => {
  const name = objectName(schema)
  const type = name === undefined ? typeText(schema) : `${typeText(schema)}: ${linkToObject(name, page)}`
  return [
    type,
    ...(direction === 'request' && required ? ['required'] : []),
    ...(direction === 'response' && isNullable(schema) ? ['or null'] : []),
    ...limitTexts(schema),
  ].join(', ')
}

/** The unnamed object of a member, of its list or of its alternatives, whose members are printed below it. */
const innerObject = (schema: Schema): Schema | undefined => {
  if (objectName(schema) !== undefined) return undefined
  const plain = resolved(nonNull(schema))
  if (plain.properties !== undefined) return plain
  const inner = [
    ...(plain.items ? [plain.items] : []),
    ...alternatives(plain),
    ...(typeof plain.additionalProperties === 'object' ? [plain.additionalProperties] : []),
  ]
  for (const one of inner) {
    const found = innerObject(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Parts of a description such as `open`: can be paid. */
const valueTexts = /`[\w.-]+`(?:, `[\w.-]+`)*: [^.`]*(?:`[^`]*`[^.`]*)*\./g

/** A description whose last sentences explain three or more values has them as a list. */
const withValueList = (text: string, values: string | undefined): string => {
  const found = text.match(valueTexts) ?? []
  const [first = ''] = found
  const start = text.indexOf(first)
  const rest = text.slice(start)
  if (values === undefined || found.length < 3 || rest.trim() !== found.join(' ')) return text
  return [text.slice(0, start).trim(), found.map((one) => `- ${one}`).join('\n')].filter(Boolean).join('\n\n')
}

const entry = (name: string, schema: Schema, required: boolean, context: MemberContext): string => {
  const values = valuesText(schema)
  const inner = innerObject(schema)
  const text = plainText(schema.description ?? '')
  const description = withValueList(text, values)
  // A list of all values says it already.
  const unlisted = description === text ? values : undefined
  const blocks = [
    `**\`${name}\`** _${facts(schema, required, context)}_`,
    description,
    ...(unlisted === undefined ? [] : [unlisted.startsWith('always') ? `It is ${unlisted}.` : `Values: ${unlisted}.`]),
    ...(inner === undefined ? [] : [members(inner, context)]),
  ].filter((block) => block !== '')
  return `- ${indent(blocks.join('\n\n')).trimStart()}`
}

/** The members of an object, as nested lists. Members that every response has, and those that a request ignores, are left out. */
export const members = (schema: Schema, context: MemberContext): string => {
  const { properties = {}, required = [] } = schema
  const shown = Object.entries(properties).filter(
    ([name, { readOnly }]) =>
      (context.whole || !everywhere.has(name)) && (context.direction === 'response' || readOnly !== true),
  )
  const ignored = Object.entries(properties).filter(([, { readOnly }]) => readOnly === true)
  const list = shown.map(([name, member]) => entry(name, member, required.includes(name), context)).join('\n')
  if (context.direction === 'response' || ignored.length === 0) return list
  const names = ignored.map(([name]) => `\`${name}\``).join(', ')
  return `${list}\n\nMembers of responses are accepted and ignored: ${names}.`
}

/** The parameters of a path or a query, as a list. */
export const parameterList = (parameters: readonly Parameter[], context: MemberContext): string =>
  parameters
    .map(({ name, description, required, schema }) => {
      const { description: format, ...type } = schema
      const text = [description, format].filter(Boolean).join(' ')
      return entry(name, { ...type, description: text }, required, context)
    })
    .join('\n')
