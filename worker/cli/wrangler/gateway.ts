import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../cliError.ts'
import type { Running } from './processes.ts'
import { startWorker, type Place, type WorkerOptions } from './wrangler.ts'

export type Gateway = {
  url: string
  worker: Running
  /** Runs the cron job once and waits for it. The local runtime never starts it. */
  sweep: () => Promise<void>
}

const patienceMs = 60_000
const pollMs = 100

const isHealthy = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(pollMs * 50) })).ok
  } catch {
    // Not listening yet: retry.
    return false
  }
}

const waitUntilHealthy = async (url: string, worker: Running): Promise<void> => {
  const stop = new AbortController()
  const died = worker.ended.then(({ output }) => {
    throw new CliError(`The gateway ended before it was ready:\n${output}`)
  })
  const healthy = async () => {
    for (const end = Date.now() + patienceMs; Date.now() < end && !stop.signal.aborted; await sleep(pollMs))
      if (await isHealthy(url)) return
    throw new CliError(`The gateway did not respond at ${url}/health within a minute:\n${worker.output()}`)
  }
  await Promise.race([healthy(), died]).finally(() => stop.abort())
}

const sweep = async (url: string): Promise<void> => {
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('* * * * *')}`)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The sweep returned ${response.status}.`)
}

/** Waits until a started worker responds. Ends it if it does not. */
export const awaitGateway = async (worker: Running, port: number): Promise<Gateway> => {
  const url = `http://localhost:${port}`
  try {
    await waitUntilHealthy(url, worker)
  } catch (error) {
    await worker.stop()
    throw error
  }
  return { url, worker, sweep: () => sweep(url) }
}

/** Starts the worker and waits until it responds. */
export const startGateway = (place: Place, options: WorkerOptions): Promise<Gateway> =>
  awaitGateway(startWorker(place, options), options.port)
