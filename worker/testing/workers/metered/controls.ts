import type { GatewayParts } from '../../../app/gateway.ts'
import { createRegistry, processorRegistry } from '../../../processors/registry.ts'
import { liveSimulator } from './liveSimulator.ts'
import type { Usage } from './usage.ts'

let aheadMs = 0

/** Keys are cached as in live mode. Live connections may have the simulator, and `/clock` moves the clock ahead of real time. */
export const controlledParts: GatewayParts = {
  clock: { now: () => Date.now() + aheadMs },
  processors: createRegistry([...processorRegistry.values(), liveSimulator]),
  keyCacheMs: { test: 10_000, live: 10_000 },
}

/**
 * Handles the requests of a benchmark, which all return the usage: GET /counts, `/clock?ahead=<ms>`, and `/sweep`, which runs the cron job.
 * Null for any other request.
 */
export const handleControl = async (
  request: Request,
  { usage, sweep }: { readonly usage: () => Usage; readonly sweep: () => unknown },
): Promise<Response | null> => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/clock') aheadMs = Number(searchParams.get('ahead'))
  else if (pathname === '/sweep') await sweep()
  else if (pathname !== '/counts') return null
  return Response.json(usage())
}
