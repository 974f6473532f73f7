import { builtInConnection } from '#contract/connections/builtInConnection'
import { redactedSecret } from '#contract/accounts/audit'
import type {
  ConnectionCheck,
  ConnectionSettings,
  ProcessorDefinition,
  ProcessorPorts,
} from '../../processors/definition.ts'
import type { StoredConnection } from '../../store/connections/connections.ts'
import type { TimeLimits } from '../timeLimits.ts'
import { findOwnConnection } from './find.ts'
import type { FindConnectionNeeds } from './find.ts'
import { noteConnection } from './health.ts'
import type { NoteConnectionNeeds } from './health.ts'
import { toBuiltInConnection, toConnection } from './toApi.ts'
import type { ToConnectionNeeds } from './toApi.ts'

interface Needs extends FindConnectionNeeds, ToConnectionNeeds {
  readonly connections: FindConnectionNeeds['connections'] & NoteConnectionNeeds['connections']
  readonly limits: Pick<TimeLimits, 'processorTimeoutMs'>
  readonly realClock: NoteConnectionNeeds['realClock']
  /** The settings of a connection, public and secret ones. */
  openConnectionSettings(connection: StoredConnection): Promise<ConnectionSettings>
  portsOf(connection: string): ProcessorPorts
}

const unreachable = (text: string): ConnectionCheck => ({ result: 'failed', reason: 'unreachable', text })

/** Waits for a check, but not longer than for a payment. */
const withinLimit = async (check: Promise<ConnectionCheck>, ms: number): Promise<ConnectionCheck> => {
  const { promise: late, resolve } = Promise.withResolvers<ConnectionCheck>()
  const timer = setTimeout(resolve, ms, unreachable('The processor did not respond in time.'))
  return Promise.race([check.catch(() => unreachable('The check ended with an error.')), late]).finally(() =>
    clearTimeout(timer),
  )
}

/** The shortest secret that is searched for in a text: of a shorter one nothing would be left of the text. */
const minRedactedLength = 4

/** A text without the secrets of a connection: processors quote credentials in their errors. */
const withoutSecrets = (text: string, settings: ConnectionSettings, secretNames: readonly string[]): string =>
  secretNames
    .map((name) => settings[name])
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= minRedactedLength)
    .toSorted((one, other) => other.length - one.length)
    .reduce((redacted, value) => redacted.replaceAll(value, redactedSecret), text)

const runCheck = async (
  row: StoredConnection,
  definition: ProcessorDefinition | undefined,
  needs: Needs,
): Promise<ConnectionCheck> => {
  if (definition === undefined) return unreachable(`This gateway has no processor ${row.processor}.`)
  const settings = await needs.openConnectionSettings(row)
  const checking = definition.check(settings, needs.portsOf(row.id), needs.account.mode)
  const check = await withinLimit(checking, needs.limits.processorTimeoutMs)
  return check.result === 'ok' ? check : { ...check, text: withoutSecrets(check.text, settings, row.secretNames) }
}

const toCheck = (check: ConnectionCheck) =>
  check.result === 'ok'
    ? ({ result: 'ok', reason: null, text: null } as const)
    : ({ result: 'failed', reason: check.reason, text: check.text } as const)

/**
 * Proves the credentials of a connection without moving money, and notes the result. A failed check is a result and no error.
 *
 * Error: not_found (404).
 */
export const checkConnection = async (id: string, needs: Needs) => {
  const builtIn = id === builtInConnection ? toBuiltInConnection(needs) : null
  if (builtIn !== null)
    return { check: { result: 'ok', reason: null, text: null }, connection: builtIn, errors: null } as const
  const row = await findOwnConnection(id, needs)
  const check = await runCheck(row, needs.processors.get(row.processor), needs)
  await noteConnection(row, check.result === 'ok' ? 'success' : 'failure', needs)
  const checked = toConnection((await needs.connections.find(id)) ?? row, needs)
  return { check: toCheck(check), connection: checked, errors: null }
}
