import type { Bindings } from '../../app/env.ts'
import type { Gateway } from '../../app/gateway.ts'

/**
 * The gateway of Durable Objects in tests, which the platform creates instead of the test: that of the last started worker. Null outside of
 * tests.
 */
export const objectGateway: { of: ((bindings: Bindings) => Gateway) | null } = { of: null }
