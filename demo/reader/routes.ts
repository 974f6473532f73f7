import type { Bank } from '../shop/bank.ts'
import { page, type Routes } from '../shop/response.ts'
import { serveScript } from '../shop/bundle.ts'
import { scriptPagePolicy } from '../shop/policy.ts'
import { readerPage } from './page.ts'

/** The gateway's origin with the WebSocket scheme. */
const socketOrigin = (gateway: string): string => gateway.replace(/^http/, 'ws')

/** `GET /reader`; `GET /reader?name=2` is a second terminal in the same browser. The page's script reads the name. */
export const readerRoutes = (gateway: string, bank: Bank): Routes => ({
  'GET /reader': () =>
    page(readerPage(gateway, socketOrigin(gateway), bank), 200, {
      'content-security-policy': scriptPagePolicy(`connect-src ${socketOrigin(gateway)}`),
    }),
  'GET /reader.js': serveScript(new URL('browser/main.ts', import.meta.url)),
})
