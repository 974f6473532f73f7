import { setTimeout as sleep } from 'node:timers/promises'
import { Complaint } from '../cliError.ts'
import { start, type Running } from '../wrangler/processes.ts'
import { inRepository } from '../repository.ts'
import { leavingTrail } from '../wrangler/testArtifacts.ts'

const patienceMs = 15_000
const pollMs = 50

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    // Not listening yet: ask again.
    return false
  }
}

/**
 * Starts the demo shop's own server at `http://127.0.0.1:<port>`: not `localhost`, so that the shop and the gateway are
 * different sites to a browser, as a merchant's page and a gateway are. Answers when the shop does.
 */
export const startShop = async (settings: {
  port: number
  gateway: string
  /** A file like demo/account.json. */
  account: string
  /** The folder of the mails that the gateway sent. */
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
    onOutput: leavingTrail(null, settings.onOutput),
  })
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pollMs))
    if (await answers(url)) return { url, process: shop }
  await shop.stop()
  throw new Complaint(`The demo shop did not answer at ${url}:\n${shop.output()}`)
}
