import { fieldErrors } from '../../parts/fieldErrors.ts'
import type { FieldName } from './groups.ts'
import { settingsTexts } from './texts.ts'

/** The members of a list that the API found wrong have a position: `allowedOrigins[1]`. */
const place = /^(\w+)(?:\[(\d+)\]|\.([^.]+))?/

/** What is wrong with each setting of a request, in words. */
export const settingErrors = (
  error: unknown,
  body: Readonly<Record<string, unknown>>,
): ReadonlyMap<FieldName, string> => {
  const texts = new Map<FieldName, string>()
  for (const [field, { type, text, details }] of fieldErrors(error)) {
    const [, name = '', index, member] = place.exec(field) ?? []
    if (!Object.hasOwn(settingsTexts.fields, name) || texts.has(name as FieldName)) continue
    const sentence = settingsTexts.errors[type]?.(details ?? {}) ?? text
    const list = body[name]
    const about = index !== undefined && Array.isArray(list) ? String(list[Number(index)]) : member
    texts.set(name as FieldName, about === undefined ? sentence : `${about}: ${sentence}`)
  }
  return texts
}
