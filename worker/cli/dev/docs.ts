import { CliError } from '../cliError.ts'
import { inRepository, repository } from '../repository.ts'
import { requireFreePort } from '../wrangler/ports.ts'
import { start } from '../wrangler/processes.ts'

/** The documentation's server in a local run, or the reason why there is none. */
export type Docs =
  | { readonly url: string; readonly reason: null; readonly stop: () => Promise<void> }
  | { readonly url: null; readonly reason: string; readonly stop: null }

export const docsUrl = (port: number): string => `http://localhost:${port}`

/** Why the documentation cannot be served at a port, or null. Gateway and shop run without it. */
export const docsProblem = async (port: number): Promise<string | null> => {
  try {
    await requireFreePort(port, { name: 'the documentation', option: '--docs-port' })
    return null
  } catch (error) {
    if (error instanceof CliError) return `is not served. ${error.message}`
    throw error
  }
}

/**
 * Starts the documentation's server, whose operations can be tried at the gateway, and does not wait for it. If it ends, its output is
 * printed and gateway and shop go on.
 */
export const startDocs = (port: number, gateway: string, onOutput: (chunk: string) => void): Docs => {
  const args = [
    'dev',
    'docs',
    '--port',
    String(port),
    '--host',
    'localhost',
    '--logLevel',
    'warn',
    '--clearScreen',
    'false',
  ]
  const { ended, stop } = start({
    command: process.execPath,
    args: [inRepository('node_modules/vitepress/bin/vitepress.js'), ...args],
    cwd: repository,
    env: { DOCS_GATEWAY_URL: gateway },
  })
  let stopped = false
  const report = (text: string): void => {
    if (!stopped) onOutput(`The documentation's server ended unexpectedly:\n${text.slice(-4000)}\n`)
  }
  ended.then(({ output }) => report(output)).catch((error: unknown) => report(String(error)))
  return {
    url: docsUrl(port),
    reason: null,
    stop: () => {
      stopped = true
      return stop()
    },
  }
}
