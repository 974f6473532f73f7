import { parseArgs } from 'node:util'
import { unstable_startWorker } from 'wrangler'

/**
 * A worker on the local runtime, as `wrangler dev` starts it, but with no debugger attached: that is shown every line of log with the stack
 * that wrote it, which costs a request more than its database does, and no deployed worker has one. The command has no option for that.
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
  bindings: { ALLOW_LOCAL_WEBHOOKS: { type: 'plain_text', value: '1' } },
  dev: {
    server: { hostname: 'localhost', port: Number(port) },
    inspector: false,
    persist: state,
    watch: false,
    logLevel: 'error',
    // Nobody reads its log, which wrangler would print on a terminal line by line.
    structuredLogsHandler: () => {},
  },
})
