import type { Connection, ListProcessorsAnswer } from '../../../client/types.ts'
import { connectionsTexts } from './texts.ts'

export type Processor = ListProcessorsAnswer['processors'][number]
export type Setting = Processor['settings'][number]

/** What a person has entered for a setting: text, or whether it is on. */
export type Entry = string | boolean

const texts = connectionsTexts.dialog

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** The entry of a setting that is stored. A secret is never known. */
export const entryOf = ({ name, kind, default: initial }: Setting, connection: Connection | null): Entry => {
  const value = connection ? connection.settings[name] : initial
  if (kind === 'flag') return value === true
  if (kind === 'secret' || value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** The value of the API for an entry. Null clears a setting. */
export const valueOf = ({ kind }: Setting, entry: Entry): unknown => {
  if (typeof entry === 'boolean') return entry
  const text = entry.trim()
  if (text === '') return null
  if (kind === 'integer') return Number(text)
  if (kind === 'currencies') return listOf(text).map(Number)
  return kind === 'methods' ? listOf(text) : text
}

/** What is wrong with an entry; empty if nothing is. */
export const problemOf = ({ name, kind, required }: Setting, entry: Entry, connection: Connection | null): string => {
  if (typeof entry === 'boolean') return ''
  const text = entry.trim()
  const isStored = kind === 'secret' && connection?.secretNames.includes(name) === true
  if (text === '') return required && !isStored ? texts.required : ''
  if (kind === 'integer' && !/^\d+$/.test(text)) return texts.integer
  return kind === 'currencies' && !listOf(text).every((each) => /^\d{1,3}$/.test(each)) ? texts.numbers : ''
}

/**
 * The settings of a request. A new connection has those with a value; a change has those that differ, and secrets that were entered.
 */
export const settingsOf = (
  settings: readonly Setting[],
  entries: ReadonlyMap<string, Entry>,
  connection: Connection | null,
): Record<string, unknown> =>
  Object.fromEntries(
    settings.flatMap((setting) => {
      const before = entryOf(setting, connection)
      const entry = entries.get(setting.name) ?? before
      const value = valueOf(setting, entry)
      const isChanged = connection ? entry !== before : value !== null
      return isChanged && !(setting.kind === 'secret' && value === null) ? [[setting.name, value]] : []
    }),
  )
