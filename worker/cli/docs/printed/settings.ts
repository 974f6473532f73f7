import {
  initialSettings,
  modeSettingNames,
  operatorSettingNames,
  type SettingName,
  sharedSettingNames,
} from '#contract/accounts/accounts'
import { memberTexts } from '#contract/memberTexts'
import { code, markdownTable } from './markdownTable.ts'

const inTest = initialSettings('test')
const inLive = initialSettings('live')

const defaultOf = (name: SettingName): string => {
  const [test, live] = [inTest, inLive].map((settings) => JSON.stringify(settings[name]))
  return test === live ? code(live!) : `${code(live!)}; test mode ${code(test!)}`
}

/** The text of the reference, without the sentences that the heading of the table has. */
const textOf = (name: SettingName): string => {
  const text = memberTexts['Account']?.[name]
  if (typeof text !== 'string') throw new Error(`The setting ${name} has no text`)
  return text
    .replace(' Shared by test and live mode.', '')
    .replace(/ Only the operator of the gateway changes (it|them) \(403 `operator_only`\); [^.]*\./, '')
}

const table = (names: readonly SettingName[]): string =>
  markdownTable(
    ['Setting', 'Default', 'Effect'],
    names.map((name) => [code(name), name === 'webhookDefaults' ? 'none' : defaultOf(name), textOf(name)]),
  )

/** Settings that test and live mode share. */
export const sharedSettings = (): string => table(sharedSettingNames)
/** Settings that each mode has for itself. */
export const modeSettings = (): string => table(modeSettingNames)
/** Settings that the operator changes. */
export const operatorSettings = (): string => table(operatorSettingNames)
