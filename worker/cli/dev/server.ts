import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../cliError.ts'
import { start, type Running } from '../wrangler/processes.ts'
import { inRepository } from '../repository.ts'
import { recordArtifact } from '../wrangler/testArtifacts.ts'

const patienceMs = 15_000
const pollMs = 50

export type Server = { url: string; process: Running }

const responds = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    // Not listening yet: retry.
    return false
  }
}

export const serverUrl = (port: number): string => `http://127.0.0.1:${port}`

export type ServerSettings = {
  /** As in "The demo shop". */
  name: string
  /** A program of the repository. */
  program: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  port: number
  onOutput: (chunk: string) => void
}

/** Starts a server at `http://127.0.0.1:<port>` in its own process. Resolves when it responds. */
export const startServer = async ({
  name,
  program,
  args = [],
  env,
  port,
  onOutput,
}: ServerSettings): Promise<Server> => {
  const url = serverUrl(port)
  const server = start({
    command: process.execPath,
    args: [inRepository(program), ...args],
    ...(env && { env }),
    onOutput: recordArtifact(null, onOutput),
  })
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pollMs))
    if (await responds(url)) return { url, process: server }
  await server.stop()
  throw new CliError(`${name} did not respond at ${url}:\n${server.output()}`)
}
