import { parseArgs } from 'node:util'
import { unstable_startWorker } from 'wrangler'

/**
 * Starts a worker like `wrangler dev`, but without a debugger, which `wrangler dev` cannot disable. A debugger captures a stack for every log
 * line, which costs a request more than its database does.
 */

const string = { type: 'string' } as const
const {
  config = '',
  state = '',
  port,
  'env-file': envFile = '',
} = parseArgs({
  options: { config: string, state: string, port: string, 'env-file': string },
}).values

await unstable_startWorker({
  config,
  envFiles: [envFile],
  bindings: {
    ALLOW_LOCAL_WEBHOOKS: { type: 'plain_text', value: '1' },
    ALLOW_LOCAL_PROCESSORS: { type: 'plain_text', value: '1' },
  },
  dev: {
    server: { hostname: 'localhost', port: Number(port) },
    inspector: false,
    persist: state,
    watch: false,
    logLevel: 'error',
    // Discards logs, which wrangler would print line by line.
    structuredLogsHandler: () => {},
  },
})
