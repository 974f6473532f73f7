import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline of the card form: a frame with one input. */
const baselineFrame =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Baseline</title><input aria-label="Text" autocomplete="off">'

/** An unparsed response. */
export type RawResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Fetches without decompressing. */
export const fetchRaw = (
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: OutgoingHttpHeaders; body?: Buffer } = {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    sendRequest(url, { method, headers }, async (message) =>
      resolve({ status: message.statusCode ?? 0, headers: message.headers, body: await readBody(message) }),
    )
      .on('error', reject)
      .end(body)
  })

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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    // Another site than the merchant's page at 127.0.0.1, so the frame gets its own process.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
