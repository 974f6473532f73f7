import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { closeServer, listenLocally } from './localServer.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

export interface FileServer {
  /** With a slash at the end. */
  readonly url: string
  readonly close: () => Promise<void>
}

const readFrom = async (folder: string, file: string) => ({ file, body: await readFile(join(folder, file)) })

/**
 * A plain file server, like those of static hosts: files with their extensions, index.html for folders, 404.html for the rest. It compresses
 * text if the client accepts brotli.
 *
 * @param path where the folder is, such as /sluice/docs/
 */
export const startFileServer = async (folder: string, path: string): Promise<FileServer> => {
  const compressed = new Map<string, Buffer>()
  const server = createServer(async ({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const asked = decodeURIComponent(pathname).replace(/\/$/, '/index.html')
    const inside = asked.startsWith(path) && !asked.includes('..')
    const found = await (inside ? readFrom(folder, asked.slice(path.length)) : null)?.catch(() => null)
    const { file, body } = found ?? (await readFrom(folder, '404.html'))
    const type = types[extname(file)] ?? 'application/octet-stream'
    const asBrotli = /text|json|svg/.test(type) && /\bbr\b/.test(headers['accept-encoding'] ?? '')
    if (asBrotli && !compressed.has(file)) compressed.set(file, brotliCompressSync(body))
    response
      .writeHead(found ? 200 : 404, { 'content-type': type, ...(asBrotli && { 'content-encoding': 'br' }) })
      .end(asBrotli ? compressed.get(file) : body)
  })
  const origin = await listenLocally(server)
  return { url: origin + path, close: () => closeServer(server) }
}
