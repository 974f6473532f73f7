import type { TerminalsClient } from '../../domain/terminals/terminalsClient.ts'
import type { Endpoints } from '../../domain/webhooks/endpoints.ts'

/** A call of a port: the function's name and its arguments. */
export type PortCall = readonly [name: string, ...args: readonly unknown[]]

const recording = <Port extends object>(port: Port): Port & { readonly calls: readonly PortCall[] } => {
  const calls: PortCall[] = []
  const recorded = Object.entries(port as Record<string, (...args: unknown[]) => unknown>).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      calls.push([name, ...args])
      return run(...args)
    },
  ])
  return { ...(Object.fromEntries(recorded) as Port), calls }
}

/** A double for the Durable Objects of webhook endpoints: records calls but those for their health, and uses the given functions. */
export const recordingEndpoints = ({ failingSince = async () => null, ...functions }: Partial<Endpoints> = {}) => ({
  ...recording<Omit<Endpoints, 'failingSince'>>({
    wakeAll: async () => undefined,
    refresh: async () => undefined,
    refreshAll: async () => undefined,
    catchUp: async () => null,
    replay: async () => undefined,
    replayRange: async () => undefined,
    replayUndelivered: async () => undefined,
    deliveries: async () => ({ entries: [], next: null, previous: null }),
    test: async () => null,
    deliveryOf: async () => null,
    forget: async () => undefined,
    ...functions,
  }),
  failingSince,
})

/** A double for the Durable Objects of terminals: records calls, and uses the given functions. Default: online, without a payment. */
export const recordingTerminals = (functions: Partial<TerminalsClient> = {}) =>
  recording<TerminalsClient>({
    pay: async () => undefined,
    abort: async () => 'none',
    remove: async () => 'removed',
    status: async () => 'online',
    simulate: async () => true,
    wake: async () => null,
    claim: async () => 'unknown',
    ...functions,
  })
