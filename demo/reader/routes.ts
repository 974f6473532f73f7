import { page, type Routes } from '../shop/answer.ts'
import { serveScript } from '../shop/bundle.ts'
import { readerPage } from './page.ts'

/** The gateway's origin as its WebSockets name it. */
const socketOrigin = (gateway: string): string => gateway.replace(/^http/, 'ws')

const policyFor = (gateway: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${socketOrigin(gateway)}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** `GET /reader`, and `GET /reader?name=2` for another reader in the same browser: the page tells them apart. */
export const readerRoutes = (gateway: string): Routes => ({
  'GET /reader': () =>
    page(readerPage(gateway, socketOrigin(gateway)), 200, { 'content-security-policy': policyFor(gateway) }),
  'GET /reader.js': serveScript(new URL('browser/main.ts', import.meta.url)),
})
