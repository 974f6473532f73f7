import { maxConnections } from '#contract/connections/connections'
import type { CreateConnection } from '#contract/connections/connections'
import { apiError } from '#contract/errors/apiError'
import { nearestWord } from '#contract/schema/editDistance'
import type { ProcessorDefinition } from '../../processors/definition.ts'
import type { ProcessorRegistry } from '../../processors/registry.ts'
import type { ConnectionStore } from '../../store/connections/connectionStore.ts'
import type { Account, Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { createdValues } from '../createdValues.ts'
import type { Ids } from '../ids.ts'
import { requireAllowedHosts } from './allowedHosts.ts'
import type { ProcessorHostNeeds } from './allowedHosts.ts'
import { auditedConnection } from './auditedConnection.ts'
import { sealConnectionSecrets } from './sealSecrets.ts'
import type { SealSecretsNeeds } from './sealSecrets.ts'
import { mergePublic, parseSettings, requireSettings } from './settings.ts'
import { toConnection } from './toApi.ts'

interface Needs extends SealSecretsNeeds, ProcessorHostNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly caller: Pick<Caller, 'origin' | 'shard'>
  readonly clock: Clock
  readonly connections: Pick<ConnectionStore, 'insert'>
  /** Removes the account's keys from this isolate's cache: connections travel with them. */
  readonly dropCachedKeys: () => void
  readonly ids: Pick<Ids, 'short'>
  readonly processors: ProcessorRegistry
}

/** Errors: processor_not_found, processor_mode_mismatch. */
const requireProcessor = (name: string, { account: { mode }, processors }: Needs): ProcessorDefinition => {
  const definition = processors.get(name)
  if (definition === undefined) {
    const allowed = [...processors.values()].filter(({ modes }) => modes.includes(mode)).map((one) => one.name)
    const nearest = nearestWord(name, allowed)
    throw apiError('processor_not_found', {
      field: 'processor',
      details: { allowed, ...(nearest !== null && { nearest }) },
    })
  }
  if (!definition.modes.includes(mode))
    throw apiError('processor_mode_mismatch', {
      field: 'processor',
      details: { processor: name, mode, modes: definition.modes },
    })
  return definition
}

/**
 * Adds a connection in the mode of the key. Payments use it after a routing rule names it.
 *
 * Errors: processor_not_found; processor_mode_mismatch; those of `parseSettings`, `requireAllowedHosts` and `requireSettings`; limit_reached (409).
 */
export const createConnection = async (request: CreateConnection, needs: Needs) => {
  const { clock, connections, dropCachedKeys, ids } = needs
  const { label } = request
  const definition = requireProcessor(request.processor, needs)
  const { name: processor, settings: definitions } = definition
  const given = parseSettings(definitions, request.settings)
  requireAllowedHosts(definitions, given, needs)
  const settings = mergePublic(definitions, given, {})
  const id = ids.short()
  const secrets = await sealConnectionSecrets(id, given.secrets, needs)
  requireSettings(definitions, settings, secrets.names)
  const settlesByReport = definition.capabilities(settings).settles === 'byReport'
  const created = clock.now()
  const inserted = await connections
    .insert({ id, processor, label, settings, secrets, settlesByReport, created }, maxConnections, {
      at: created,
      action: 'connection.created',
      detail: {
        connection: id,
        changes: createdValues(auditedConnection({ processor, label, settings, secretNames: secrets.names })),
      },
    })
    // Also if the response of the database is lost: the row may have been committed.
    .finally(dropCachedKeys)
  if (!inserted) throw apiError('limit_reached', { details: { max: maxConnections } })
  const row = {
    id,
    processor,
    label,
    settings,
    secretNames: secrets.names,
    sealedSecrets: null,
    wrappedSecretsKey: null,
    disabled: false,
    used: false,
    lastSuccess: null,
    lastFailure: null,
    created,
    updated: created,
  }
  return { connection: toConnection(row, needs), errors: null }
}
