import type { UpdateConnection } from '#contract/connections/connections'
import { apiError } from '#contract/errors/apiError'
import { Secret } from '#contract/schema/secret'
import type { StoredConnection } from '../../store/connections/connections.ts'
import type { ConnectionStore } from '../../store/connections/connectionStore.ts'
import type { ConnectionVault } from '../../vault/connectionVault.ts'
import type { Clock } from '../clock.ts'
import { requireAllowedHosts } from './allowedHosts.ts'
import type { ProcessorHostNeeds } from './allowedHosts.ts'
import { auditedConnection } from './auditedConnection.ts'
import { findOwnConnection } from './find.ts'
import type { FindConnectionNeeds } from './find.ts'
import { sealConnectionSecrets } from './sealSecrets.ts'
import { mergePublic, mergeSecretNames, parseSettings, requireSecretsForTarget, requireSettings } from './settings.ts'
import type { GivenSettings } from './settings.ts'
import { toConnection } from './toApi.ts'
import type { ToConnectionNeeds } from './toApi.ts'

const maxAttempts = 5

interface Needs extends FindConnectionNeeds, ToConnectionNeeds, ProcessorHostNeeds {
  readonly clock: Clock
  readonly connections: Pick<ConnectionStore, 'find' | 'update'>
  readonly connectionVault: ConnectionVault
  /** Removes the account's keys from this isolate's cache: connections travel with them. */
  readonly dropCachedKeys: () => void
}

/** The stored secrets after a change, sealed anew. */
const resealSecrets = async (
  before: StoredConnection,
  given: GivenSettings,
  names: readonly string[],
  needs: Needs,
) => {
  const { id, sealedSecrets: sealed, wrappedSecretsKey: wrappedKey } = before
  const stored =
    sealed === null || wrappedKey === null ? {} : await needs.connectionVault.openSecrets(id, { sealed, wrappedKey })
  const after = names.map((name): [string, Secret] => [name, given.secrets[name] ?? new Secret(stored[name] ?? '')])
  return sealConnectionSecrets(id, Object.fromEntries(after), needs)
}

/** All settings after a change. Null if the request has none. */
const configurationAfter = async (before: StoredConnection, settings: UpdateConnection['settings'], needs: Needs) => {
  // A connection of a processor that this gateway no longer has keeps its settings.
  const definition = needs.processors.get(before.processor)
  if (settings == null || definition === undefined) return undefined
  const { settings: definitions } = definition
  const given = parseSettings(definitions, settings)
  requireAllowedHosts(definitions, given, needs)
  const after = mergePublic(definitions, given, before.settings)
  const names = mergeSecretNames(definitions, given, before.secretNames)
  requireSettings(definitions, after, names)
  requireSecretsForTarget(definitions, { before: before.settings, after }, given, before.secretNames)
  const changesSecrets = Object.keys(given.secrets).length > 0
  if (!changesSecrets && JSON.stringify(after) === JSON.stringify(before.settings)) return undefined
  const settlesByReport = definition.capabilities(after).settles === 'byReport'
  return { settings: after, secrets: await resealSecrets(before, given, names, needs), settlesByReport, changesSecrets }
}

/**
 * Changes a connection. Absent members and settings keep their values. Concurrent changes of different members are all kept.
 *
 * Errors: not_found (404); connection_built_in (409); those of `parseSettings`, `requireAllowedHosts`, `requireSettings` and `requireSecretsForTarget`; operation_in_progress (409), after many concurrent changes.
 */
export const updateConnection = async (id: string, { label, settings, disabled }: UpdateConnection, needs: Needs) => {
  const { clock, connections, dropCachedKeys } = needs
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const before = await findOwnConnection(id, needs)
    const configuration = await configurationAfter(before, settings, needs)
    const updated = await connections
      .update(
        before,
        { label, disabled, configuration },
        auditedConnection({
          label,
          disabled,
          settings: configuration?.settings,
          secretNames: configuration?.changesSecrets === true ? configuration.secrets.names : undefined,
        }),
        { at: clock.now(), action: 'connection.updated', detail: { connection: id } },
      )
      // Also if the response of the database is lost: the change may have been committed.
      .finally(dropCachedKeys)
    if (updated !== null) return { connection: toConnection(updated, needs), errors: null }
  }
  throw apiError('operation_in_progress')
}
