import { CliError } from '../cliError.ts'

/** A setting of a processor, as the API lists it. */
export interface ListedSetting {
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly required: boolean
}

/** Values in the command's arguments, by name. */
export type Arguments = Readonly<Record<string, string>>

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const toNumber = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new CliError(`--${name} must be a number.`)
  return Number(text)
}

const toValue = ({ name, kind }: ListedSetting, text: string): unknown => {
  switch (kind) {
    case 'flag':
      if (text !== 'true' && text !== 'false') throw new CliError(`--${name} must be true or false.`)
      return text === 'true'
    case 'integer':
      return toNumber(name, text)
    case 'currencies':
      return listOf(text).map((item) => toNumber(name, item))
    case 'methods':
      return listOf(text)
    default:
      return text
  }
}

/**
 * The settings in arguments, such as `--captures=one`. Secret ones are refused there: other users of the machine can read arguments, and the
 * shell keeps them in its history. @throws CliError
 */
export const settingsFromArguments = (
  settings: readonly ListedSetting[],
  given: Arguments,
): Record<string, unknown> => {
  const byName = new Map(settings.map((setting) => [setting.name, setting]))
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const setting = byName.get(name)
      if (setting === undefined)
        throw new CliError(`--${name} is no setting. Settings: ${settings.map((one) => one.name).join(', ')}.`)
      if (setting.kind === 'secret')
        throw new CliError(`--${name} is secret. Enter it at the prompt, or pass it on standard input as JSON.`)
      return [name, toValue(setting, text)]
    }),
  )
}

/** Secrets as a JSON object on the standard input. @throws CliError */
export const parseSecrets = (settings: readonly ListedSetting[], text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = null
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new CliError('Standard input must be a JSON object of secret settings.')
  const names = settings.filter(({ kind }) => kind === 'secret').map(({ name }) => name)
  const other = Object.keys(json).find((name) => !names.includes(name))
  if (other !== undefined)
    throw new CliError(
      `Standard input may contain secret settings only${names.length === 0 ? '' : `: ${names.join(', ')}`}.`,
    )
  return json as Record<string, unknown>
}
