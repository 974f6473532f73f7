import { parseEnvironment } from '../app/env.ts'
import type { Bindings } from '../app/env.ts'

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Checks bindings and secrets. Reads no database, since anybody may call it. */
export const health = (bindings: Bindings): Response => {
  try {
    parseEnvironment(bindings)
    return Response.json({ status: 'ok' }, { headers })
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : 'The environment is unreadable.'
    return Response.json({ status: 'misconfigured', problem }, { status: 503, headers })
  }
}
