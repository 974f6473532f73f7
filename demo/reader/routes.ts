import { page, type Routes } from '../shop/response.ts'
import { serveScript } from '../shop/bundle.ts'
import { scriptPagePolicy } from '../shop/policy.ts'
import { readerPage } from './page.ts'

/** The gateway's origin as its WebSockets name it. */
const socketOrigin = (gateway: string): string => gateway.replace(/^http/, 'ws')

/** `GET /reader`, and `GET /reader?name=2` for another reader in the same browser: the page tells them apart. */
export const readerRoutes = (gateway: string): Routes => ({
  'GET /reader': () =>
    page(readerPage(gateway, socketOrigin(gateway)), 200, {
      'content-security-policy': scriptPagePolicy(`connect-src ${socketOrigin(gateway)}`),
    }),
  'GET /reader.js': serveScript(new URL('browser/main.ts', import.meta.url)),
})
