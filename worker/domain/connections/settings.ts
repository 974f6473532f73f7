import { settingsOf } from '#contract/connections/settings'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import { defaultPolicies, parseBody } from '#contract/schema/requestBody'
import { byField } from '#contract/schema/issues'
import { Secret } from '#contract/schema/secret'
import type { PublicSettings, SettingDefinition, SettingValue } from '../../processors/definition.ts'

/** Settings of a request: undefined keeps one, null resets it. */
export interface GivenSettings {
  readonly public: Readonly<Record<string, SettingValue>>
  readonly secrets: Readonly<Record<string, Secret | null>>
}

const noSettings: GivenSettings = { public: {}, secrets: {} }

/** The path of a setting in a request. */
export const pathOfSetting = (field: string | null | undefined): string => (field ? `settings.${field}` : 'settings')

/**
 * Validates the settings of a request by the definitions of a processor.
 *
 * Errors: those of the contract's schemas, such as unknown_member and type_invalid, with the path `settings.<name>`.
 */
export const parseSettings = (
  definitions: readonly SettingDefinition[],
  input: Readonly<Record<string, unknown>> | null | undefined,
): GivenSettings => {
  if (input == null) return noSettings
  const parsed = parseBody(settingsOf(definitions), input, defaultPolicies)
  if (!parsed.valid) {
    const [first, ...others] = parsed.errors.map((error): ErrorDetail => ({
      ...error,
      field: pathOfSetting(error.field),
    }))
    throw new ApiError(first!, ...others)
  }
  const given = Object.entries(parsed.output as Readonly<Record<string, SettingValue | Secret | undefined>>)
  const secretNames = new Set(definitions.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  return {
    public: Object.fromEntries(
      given.flatMap(([name, value]) =>
        value === undefined || value instanceof Secret || secretNames.has(name) ? [] : [[name, value]],
      ),
    ),
    secrets: Object.fromEntries(
      given.flatMap(([name, value]) =>
        secretNames.has(name) && (value === null || value instanceof Secret) ? [[name, value]] : [],
      ),
    ),
  }
}

/** The public settings after a change, in the order of the definitions. A setting without a value has its default, else null. */
export const mergePublic = (
  definitions: readonly SettingDefinition[],
  given: GivenSettings,
  before: PublicSettings,
): PublicSettings =>
  Object.fromEntries(
    definitions.flatMap(({ name, kind, default: initial = null }) => {
      if (kind === 'secret') return []
      const value = given.public[name] === undefined ? before[name] : given.public[name]
      return [[name, value ?? initial]]
    }),
  )

/** The names of stored secrets after a change, in the order of the definitions. */
export const mergeSecretNames = (
  definitions: readonly SettingDefinition[],
  given: GivenSettings,
  before: readonly string[],
): readonly string[] =>
  definitions.flatMap(({ name, kind }) => {
    if (kind !== 'secret') return []
    const value = given.secrets[name]
    return value === undefined ? (before.includes(name) ? [name] : []) : value === null ? [] : [name]
  })

/** Requires that all required settings have a value. Errors: required, with the path of each. */
export const requireSettings = (
  definitions: readonly SettingDefinition[],
  settings: PublicSettings,
  secretNames: readonly string[],
): void => {
  const missing = definitions.filter(
    ({ name, kind, required }) =>
      required && (kind === 'secret' ? !secretNames.includes(name) : (settings[name] ?? null) === null),
  )
  throwRequired(missing.map(({ name }) => name))
}

const isSame = (one: SettingValue | undefined, other: SettingValue | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Requires all stored secrets again if a host changes: otherwise a key could have them sent to a host of its choice. Errors: required, with the path of each secret that the request lacks.
 */
export const requireSecretsForTarget = (
  definitions: readonly SettingDefinition[],
  change: { readonly before: PublicSettings; readonly after: PublicSettings },
  given: GivenSettings,
  stored: readonly string[],
): void => {
  const moves = definitions.some(
    ({ name, kind }) => kind === 'host' && !isSame(change.before[name], change.after[name]),
  )
  if (moves) throwRequired(stored.filter((name) => given.secrets[name] === undefined))
}

const throwRequired = (names: readonly string[]): void => {
  const [first, ...others] = names
    .map((name): ErrorDetail => ({ type: 'required', field: pathOfSetting(name) }))
    .sort(byField)
  if (first !== undefined) throw new ApiError(first, ...others)
}
