import { showValue, type KindName } from './kinds.ts'
import { settingsTexts } from './texts.ts'

/** A setting in words, where it cannot be changed. */
export const valueText = (kind: KindName, value: unknown): string => {
  const shown = showValue(kind, value)
  if (typeof shown === 'boolean') return shown ? settingsTexts.yes : settingsTexts.no
  return typeof shown === 'string' && shown !== '' ? shown : settingsTexts.none
}
