import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the card form is measured against: a frame that holds one input and nothing else. */
const baselineFrame =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Baseline</title><input aria-label="Text" autocomplete="off">'

/** An answer as it went over the wire. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Asks a server without unpacking what it answers. */
export const fetchRaw = (
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: OutgoingHttpHeaders; body?: Buffer } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    ask(url, { method, headers }, async (message) =>
      resolve({ status: message.statusCode ?? 0, headers: message.headers, body: await bytesOf(message) }),
    )
      .on('error', reject)
      .end(body)
  })

/**
 * A server before the gateway that hands everything on as it is, and has one more page, `/baseline`. That page waits for the
 * gateway as long as the card form does, so that the two differ in nothing but themselves.
 */
export const openFrontDoor = async (gateway: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const isBaseline = path.startsWith('/baseline')
    const { status, headers, body } = await fetchRaw(
      gateway + (isBaseline ? path.replace('/baseline', '/card') : path),
      {
        method: request.method ?? 'GET',
        headers: request.headers,
        body: await bytesOf(request),
      },
    )
    if (isBaseline) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(baselineFrame)
    else response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    // Another site than the merchant's page at 127.0.0.1, as in real life: the frame gets a process of its own.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
