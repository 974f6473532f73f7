import { builtInConnection } from '#contract/connections/builtInConnection'
import type { ProcessorDefinition, SettingDefinition } from '../../processors/definition.ts'
import type { Capabilities } from '../../processors/processor.ts'
import type { ProcessorRegistry } from '../../processors/registry.ts'
import type { StoredConnection } from '../../store/connections/connections.ts'
import type { Account, Caller } from '../accounts/account.ts'
import { statusOf } from './health.ts'

export interface ToConnectionNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly caller: Pick<Caller, 'origin' | 'shard'>
  readonly processors: ProcessorRegistry
}

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const toCapabilities = ({ currencies, ...capabilities }: Capabilities) => ({
  ...capabilities,
  methods: [...capabilities.methods],
  currencies: currencies === 'all' ? null : [...currencies],
})

/** The address for messages of a connection's processor. It names the shard, so that no directory is needed. */
const notificationsUrl = (connection: string, { origin, shard }: Pick<Caller, 'origin' | 'shard'>): string =>
  `${origin}/processors/${shard}-${connection}/notifications`

/** A connection as an API resource, with the names of its secrets. */
export const toConnection = (row: StoredConnection, { account, caller, processors }: ToConnectionNeeds) => {
  const definition = processors.get(row.processor)
  return {
    id: row.id,
    processor: row.processor,
    title: definition?.title ?? row.processor,
    mode: account.mode,
    label: row.label,
    settings: row.settings,
    secretNames: [...row.secretNames],
    status: statusOf(row),
    disabled: row.disabled,
    lastSuccess: time(row.lastSuccess),
    lastFailure: time(row.lastFailure),
    capabilities: definition === undefined ? null : toCapabilities(definition.capabilities(row.settings)),
    notificationsUrl: definition?.notifications === undefined ? null : notificationsUrl(row.id, caller),
    created: time(row.created),
    updated: time(row.updated),
  } as const
}

/** The built-in simulator as a connection. Null in live mode. */
export const toBuiltInConnection = ({ account, processors }: ToConnectionNeeds) => {
  const definition = processors.get(builtInConnection)
  if (account.mode === 'live' || definition === undefined) return null
  return {
    id: builtInConnection,
    processor: definition.name,
    title: definition.title,
    mode: account.mode,
    label: definition.title,
    settings: {},
    secretNames: [],
    status: 'ok',
    disabled: false,
    lastSuccess: null,
    lastFailure: null,
    capabilities: toCapabilities(definition.capabilities({})),
    notificationsUrl: null,
    created: null,
    updated: null,
  } as const
}

const toSetting = ({ name, title, help, kind, required, choices, default: initial }: SettingDefinition) => ({
  name,
  title,
  help,
  kind,
  required,
  choices: choices === undefined ? null : [...choices],
  default: initial ?? null,
})

/** A processor as an API resource. */
export const toProcessor = ({ name, title, modes, settings, testCards }: ProcessorDefinition) => ({
  name,
  title,
  modes: [...modes],
  settings: settings.map(toSetting),
  testCards: testCards?.length ?? null,
})
