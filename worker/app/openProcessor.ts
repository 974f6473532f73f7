import { builtInConnection, connectionOf } from '#contract/connections/builtInConnection'
import type { ConnectionSettings, ProcessorPorts } from '../processors/definition.ts'
import type { Processor } from '../processors/processor.ts'
import type { ConnectionRow } from '../store/connections/connectionColumns.ts'
import { findConnection } from '../store/connections/connectionLookup.ts'
import type { ShardScope } from '../store/sql/scope.ts'
import type { ConnectionVault } from '../vault/connectionVault.ts'
import type { OpenProcessor } from './connectedProcessor.ts'
import type { Gateway } from './gateway.ts'
import { handleLateResponses } from './lateResponses.ts'
import { processorFetch } from './processorFetch.ts'
import { openSimulatorBook } from './simulatorBooks.ts'

/** The settings of a connection, public and secret ones. @throws CannotOpen */
export const openSettings = async (
  { id, settings, sealedSecrets, wrappedSecretsKey }: ConnectionRow,
  vault: Pick<ConnectionVault, 'openSecrets'>,
): Promise<ConnectionSettings> =>
  sealedSecrets === null || wrappedSecretsKey === null
    ? settings
    : { ...settings, ...(await vault.openSecrets(id, { sealed: sealedSecrets, wrappedKey: wrappedSecretsKey })) }

/** What a processor gets from the gateway. @param offsetMs of the account's clock from real time */
export const processorPorts = (
  gateway: Pick<Gateway, 'clock' | 'environment' | 'fetch'>,
  connection: string,
  offsetMs: number,
): ProcessorPorts => ({
  connection,
  fetch: processorFetch(gateway.fetch, { allowLocal: gateway.environment.allowLocalProcessors }),
  now: () => gateway.clock.now(),
  accountNow: () => gateway.clock.now() + offsetMs,
  book: openSimulatorBook(gateway.environment, connection),
})

/**
 * Creates the processor of a connection, or returns the one that this isolate has created for the same version of its settings and the same
 * offset of the account's clock.
 */
const processorOf = async (
  gateway: Gateway,
  connection: ConnectionRow,
  offsetMs: number,
  vault: Pick<ConnectionVault, 'openSecrets'>,
): Promise<Processor> => {
  const name = `${connection.id}/${connection.updated}/${offsetMs}`
  const known = gateway.openedProcessors.get(name)
  if (known !== undefined) return known
  const definition = gateway.processors.get(connection.processor)
  if (definition === undefined) throw new Error(`This gateway has no processor ${connection.processor}.`)
  const settings = await openSettings(connection, vault)
  const processor = definition.create(settings, processorPorts(gateway, connection.id, offsetMs))
  handleLateResponses(processor, gateway)
  gateway.openedProcessors.add(name, processor)
  return processor
}

interface Opener extends ShardScope {
  /** Offset of the account's clock from real time, in milliseconds. */
  readonly offsetMs: number
}

/** Opens connections of one account. One that is newer than the account's cached record is read. */
export const openAccountProcessors =
  (
    gateway: Gateway,
    { database, offsetMs }: Opener,
    connections: readonly ConnectionRow[],
    vault: Pick<ConnectionVault, 'openSecrets'>,
  ): OpenProcessor =>
  async (ref) => {
    const id = connectionOf(ref)
    if (id === builtInConnection) return gateway.processor
    const found =
      connections.find((connection) => connection.id === id) ??
      (await findConnection({ database }, ref.account, id))?.connection
    if (found === undefined) throw new Error('The connection of an operation does not exist.')
    return processorOf(gateway, found, offsetMs, vault)
  }
