import type { BankName } from '../../../demo/shop/bank.ts'
import { startServer, type Server } from './server.ts'

/**
 * Starts the demo shop's server at `http://127.0.0.1:<port>`, not `localhost`, so that shop and gateway are different sites for a browser,
 * as in production. Resolves when the shop responds.
 */
export const startShop = (settings: {
  port: number
  gateway: string
  /** A file like demo/account.json. */
  account: string
  bank: BankName
  /** The folder of sent mails. */
  mail: string
  onOutput: (chunk: string) => void
}): Promise<Server> =>
  startServer({
    name: 'The demo shop',
    program: 'demo/shop/start.ts',
    env: {
      SHOP_PORT: String(settings.port),
      SHOP_BANK: settings.bank,
      GATEWAY_URL: settings.gateway,
      ACCOUNT_FILE: settings.account,
      MAIL_FOLDER: settings.mail,
    },
    port: settings.port,
    onOutput: settings.onOutput,
  })
