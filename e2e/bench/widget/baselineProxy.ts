import { createServer } from 'node:http'
import { closeServer, listenLocally } from '../../support/localServer.ts'
import { fetchRaw, readBody } from '../fetchRaw.ts'

/** The baseline of the card form: a frame with one input. */
const baselineFrame =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Baseline</title><input aria-label="Text" autocomplete="off">'

/**
 * A proxy that forwards requests to the gateway and adds the page `/baseline`, which waits for the gateway’s /card like the card form does.
 */
export const startBaselineProxy = async (gateway: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const isBaseline = path.startsWith('/baseline')
    const { status, headers, body } = await fetchRaw(
      gateway + (isBaseline ? path.replace('/baseline', '/card') : path),
      {
        method: request.method ?? 'GET',
        headers: request.headers,
        body: await readBody(request),
      },
    )
    if (isBaseline) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(baselineFrame)
    else response.writeHead(status, headers).end(body)
  })
  const { port } = new URL(await listenLocally(server))
  return {
    // Another site than the merchant's page at 127.0.0.1, so the frame gets its own process.
    url: `http://localhost:${port}`,
    close: () => closeServer(server),
  }
}
