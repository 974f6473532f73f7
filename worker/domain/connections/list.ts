import type { ProcessorRegistry } from '../../processors/registry.ts'
import type { ConnectionStore } from '../../store/connections/connectionStore.ts'
import { wholeListHeaders } from '../pageHeaders.ts'
import { toBuiltInConnection, toConnection, toProcessor } from './toApi.ts'
import type { ToConnectionNeeds } from './toApi.ts'

interface Needs extends ToConnectionNeeds {
  readonly connections: Pick<ConnectionStore, 'list'>
}

/** Lists all connections in the mode of the key, oldest first, in test mode after the built-in one. An account has few. */
export const listConnections = async (needs: Needs) => {
  const rows = await needs.connections.list()
  const builtIn = toBuiltInConnection(needs)
  const connections = [...(builtIn === null ? [] : [builtIn]), ...rows.map((row) => toConnection(row, needs))]
  return { connections, headers: wholeListHeaders('/v1/connections', connections), errors: null }
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1

/** Lists the processors that connections can use, ordered by name. */
export const listProcessors = async ({ processors: registry }: { readonly processors: ProcessorRegistry }) => {
  const processors = [...registry.values()].map(toProcessor).sort(byName)
  return { processors, headers: wholeListHeaders('/v1/processors', processors), errors: null }
}
