import { readFileSync } from 'node:fs'
import { SluiceClient } from '../../widget/client/index.ts'
import { openInbox } from '../inbox/inbox.ts'
import { openWebhook } from '../inbox/webhook.ts'
import { banks, type BankName } from './bank.ts'
import { createShop } from './server.ts'

const { SHOP_PORT = '8788', GATEWAY_URL = 'http://localhost:8787', ACCOUNT_FILE, MAIL_FOLDER = '' } = process.env
const bank = banks[(process.env['SHOP_BANK'] ?? 'simulator') as BankName]
type Keys = { secretKey: string; publishableKey: string }
const account = JSON.parse(
  readFileSync(ACCOUNT_FILE ?? new URL('../account.json', import.meta.url), 'utf8'),
) as Keys & { live?: Keys }
const { secretKey, publishableKey } = bank.isLive && account.live ? account.live : account

const sluice = new SluiceClient({ baseUrl: GATEWAY_URL, apiKey: secretKey })
const webhook = openWebhook(sluice, `http://127.0.0.1:${SHOP_PORT}/webhooks`)
const shop = createShop({
  gateway: GATEWAY_URL,
  secretKey,
  publishableKey,
  bank,
  mail: MAIL_FOLDER,
  inbox: openInbox(webhook),
})
shop.listen(Number(SHOP_PORT), '127.0.0.1', () => void webhook.register())
process.once('SIGTERM', () => {
  shop.close()
  shop.closeAllConnections()
})
