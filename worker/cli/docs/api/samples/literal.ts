import type { JsonValue } from './request.ts'

/** How a language writes JSON values. */
export interface LiteralStyle {
  readonly string: (text: string) => string
  readonly true: string
  readonly false: string
  readonly null: string
  readonly list: readonly [open: string, close: string]
  readonly object: readonly [open: string, close: string]
  /** An object without members, if the brackets alone mean something else. */
  readonly emptyObject?: string
  /** A member with its value. */
  readonly member: (name: string, value: string) => string
  readonly indent: string
  /** Whether the last line of a broken list has a comma. */
  readonly trailingComma: boolean
}

/** A list or object on one line has at most this many characters. */
const lineWidth = 64

const entriesOf = (value: JsonValue, style: LiteralStyle, depth: number): string[] =>
  Array.isArray(value)
    ? value.map((one: JsonValue) => literal(one, style, depth + 1))
    : Object.entries(value as object).map(([name, one]) =>
        style.member(name, literal(one as JsonValue, style, depth + 1)),
      )

const bracketed = (value: JsonValue, style: LiteralStyle, depth: number): string => {
  const [open, close] = Array.isArray(value) ? style.list : style.object
  const entries = entriesOf(value, style, depth)
  if (entries.length === 0) return Array.isArray(value) ? open + close : (style.emptyObject ?? open + close)
  const pad = open === '{' && style.indent.length === 2 ? ' ' : ''
  const line = `${open}${pad}${entries.join(', ')}${pad}${close}`
  const nested = Array.isArray(value) ? false : Object.values(value as object).some(isObject)
  if (!nested && !line.includes('\n') && line.length <= lineWidth) return line
  const inner = style.indent.repeat(depth + 1)
  const last = style.trailingComma ? ',' : ''
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}${last}\n${style.indent.repeat(depth)}${close}`
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** A JSON value as the literal of a language. Short lists and objects stay on one line. `depth` is that of the line it begins on. */
export const literal = (value: JsonValue, style: LiteralStyle, depth = 0): string => {
  if (value === null) return style.null
  if (typeof value === 'boolean') return value ? style.true : style.false
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return style.string(value)
  return bracketed(value, style, depth)
}
