import type { Bindings } from '../../app/env.ts'
import type { Gateway } from '../../app/gateway.ts'

/**
 * What Durable Objects work with in tests inside the runtime, where the platform makes them and not the test: the gateway of the worker that
 * was started last. Null outside of such tests.
 */
export const objectGateway: { of: ((bindings: Bindings) => Gateway) | null } = { of: null }
