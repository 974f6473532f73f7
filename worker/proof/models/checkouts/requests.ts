import { createClient } from '../kernel/client.ts'
import type { ApiResponse } from '../kernel/client.ts'
import type { Machine } from '../kernel/gateway.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { State } from './model.ts'

export const clientFor = ({ fetch }: Machine, { system }: State) => createClient(fetch, system.accounts[0].secretKey)

/** Whether a request succeeded. A machine whose database fails may return 503. */
export const isServed = ({ status }: Pick<ApiResponse, 'status'>, { isFaulty }: State): boolean => {
  assertInvariant(
    status === 200 || (isFaulty && status === 503),
    'no request fails with an internal error',
    () => `status ${status}`,
  )
  return status === 200
}

/** The id of another checkout with the same body. Null after a failure. */
export const createOtherCheckout = async (machine: Machine, state: State): Promise<string | null> =>
  (await clientFor(machine, state)('POST', '/v1/dynamiccheckout', state.requestBody)).json.id ?? null
