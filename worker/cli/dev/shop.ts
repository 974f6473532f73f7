import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../cliError.ts'
import { start, type Running } from '../wrangler/processes.ts'
import { inRepository } from '../repository.ts'
import { recordArtifact } from '../wrangler/testArtifacts.ts'

const patienceMs = 15_000
const pollMs = 50

const responds = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    // Not listening yet: retry.
    return false
  }
}

/**
 * Starts the demo shop's server at `http://127.0.0.1:<port>`, not `localhost`, so that shop and gateway are different sites for a browser,
 * as in production. Resolves when the shop responds.
 */
export const startShop = async (settings: {
  port: number
  gateway: string
  /** A file like demo/account.json. */
  account: string
  /** The folder of sent mails. */
  mail: string
  onOutput: (chunk: string) => void
}): Promise<{ url: string; process: Running }> => {
  const url = `http://127.0.0.1:${settings.port}`
  const shop = start({
    command: process.execPath,
    args: [inRepository('demo/shop/start.ts')],
    env: {
      SHOP_PORT: String(settings.port),
      GATEWAY_URL: settings.gateway,
      ACCOUNT_FILE: settings.account,
      MAIL_FOLDER: settings.mail,
    },
    onOutput: recordArtifact(null, settings.onOutput),
  })
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pollMs))
    if (await responds(url)) return { url, process: shop }
  await shop.stop()
  throw new CliError(`The demo shop did not respond at ${url}:\n${shop.output()}`)
}
