import { readFileSync } from 'node:fs'
import { createShop } from './server.ts'

const { SHOP_PORT = '8788', GATEWAY_URL = 'http://localhost:8787', ACCOUNT_FILE, MAIL_FOLDER = '' } = process.env
const { secretKey, publishableKey } = JSON.parse(
  readFileSync(ACCOUNT_FILE ?? new URL('../account.json', import.meta.url), 'utf8'),
) as { secretKey: string; publishableKey: string }

const shop = createShop({ gateway: GATEWAY_URL, secretKey, publishableKey, mail: MAIL_FOLDER })
shop.listen(Number(SHOP_PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  shop.close()
  shop.closeAllConnections()
})
