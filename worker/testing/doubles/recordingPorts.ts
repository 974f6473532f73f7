import type { Readers } from '../../domain/terminals/terminalsClient.ts'
import type { Endpoints } from '../../domain/webhooks/endpoints.ts'

/** A call of a port: the name of the function, then what it was given. */
export type PortCall = readonly [name: string, ...given: readonly unknown[]]

const recording = <Port extends object>(port: Port): Port & { readonly calls: readonly PortCall[] } => {
  const calls: PortCall[] = []
  const recorded = Object.entries(port as Record<string, (...given: unknown[]) => unknown>).map(([name, run]) => [
    name,
    (...given: unknown[]) => {
      calls.push([name, ...given])
      return run(...given)
    },
  ])
  return { ...(Object.fromEntries(recorded) as Port), calls }
}

/** Webhook endpoints in place of their Durable Objects: they record calls, and return what the test gives. */
export const recordingEndpoints = (given: Partial<Endpoints> = {}) =>
  recording<Endpoints>({
    wakeAll: async () => undefined,
    refresh: async () => undefined,
    catchUp: async () => undefined,
    replay: async () => undefined,
    replayRange: async () => undefined,
    test: async () => null,
    deliveryOf: async () => null,
    forget: async () => undefined,
    ...given,
  })

/** Terminals in place of their Durable Objects: they record calls, and return what the test gives. Online, without a payment. */
export const recordingReaders = (given: Partial<Readers> = {}) =>
  recording<Readers>({
    pay: async () => undefined,
    abort: async () => 'none',
    remove: async () => 'removed',
    status: async () => 'online',
    simulate: async () => true,
    wake: async () => undefined,
    claim: async () => 'unknown',
    ...given,
  })
