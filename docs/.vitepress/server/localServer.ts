import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { icon } from '../icon.ts'
import { toMarkdown } from '../build/toMarkdown.ts'
import { forwardToGateway } from './forwardToGateway.ts'

const docs = resolve(import.meta.dirname, '../..')

/** The Markdown of the page at a path such as /start.md, as a build writes it. Null if there is none. */
const readPage = (path: string): string | null => {
  try {
    return toMarkdown(readFileSync(join(docs, path), 'utf8'))
  } catch {
    return null
  }
}

type Next = () => void

/** Serves the Markdown of pages to `fetch` and the address bar. Vite’s own requests of /<page>.md are scripts. */
const servePageSources = (request: IncomingMessage, response: ServerResponse, next: Next): void => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const destination = request.headers['sec-fetch-dest']
  if (!/^(\/[\w-]+)+\.md$/.test(path) || (destination !== 'empty' && destination !== 'document')) return next()
  const text = readPage(path)
  if (text === null) return next()
  response.writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' }).end(text)
}

/**
 * What only a local run has: the icon in the first HTML, the Markdown of each page, and /try/, which forwards requests of the page’s own origin to the local gateway with
 * the demo account’s test key.
 *
 * @param gateway its URL, or empty
 */
export const localServer = (gateway: string): Plugin => ({
  name: 'sluice:local-server',
  apply: 'serve',
  // The script of a page adds its head. A browser asks for /favicon.ico before that.
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'icon', href: icon }, injectTo: 'head' }],
  configureServer({ middlewares }) {
    middlewares.use(servePageSources)
    if (gateway) middlewares.use('/try', forwardToGateway(gateway))
  },
})
